package dev.sojourn.identity.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class CertificateFaultTest {

  @Test
  void theInnermostCauseIsReported() {
    assertThat(
            CertificateFault.clause(
                handshake(
                    new CertPathValidatorException(
                        "validity check failed", new CertificateExpiredException("NotAfter")))))
        .contains("it has expired");
    assertThat(
            CertificateFault.clause(
                handshake(
                    new CertPathValidatorException(
                        "validity check failed",
                        new CertificateNotYetValidException("NotBefore")))))
        .contains("it is not valid yet");
    assertThat(CertificateFault.clause(handshake(new CertPathBuilderException("unable to find"))))
        .contains("no authority that is known here has signed it");
    assertThat(CertificateFault.clause(handshake(new CertPathValidatorException("odd"))))
        .contains("its signatures cannot be followed");
  }

  @Test
  void aNameThatDoesNotFitIsReportedAsTheJdkSaysIt() {
    var other = new CertificateException("No name matching site.example found");
    assertThat(CertificateFault.clause(new SSLHandshakeException("failed", other)))
        .contains("No name matching site.example found");
  }

  @Test
  void aFailureWithoutACertificateIsNone() {
    assertThat(CertificateFault.clause(new SSLHandshakeException("no cipher suite in common")))
        .isEmpty();
  }

  @Test
  void causesInACircleEnd() {
    var one = new IllegalStateException("one");
    one.initCause(new IllegalStateException("two", one));
    assertThat(CertificateFault.clause(one)).isEmpty();
  }

  private static SSLHandshakeException handshake(Exception cause) {
    var path = "PKIX path building failed: sun.security.provider.certpath.SunException: " + cause;
    return new SSLHandshakeException(path, new CertificateException(path, cause));
  }
}
