package dev.sojourn.atp.tls;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/// The trust of a TLS client in given certificates: the rules of the JDK, and the dates of the
/// server's own certificate besides. Safe for use by many threads.
///
/// The JDK checks no dates of a certificate that is itself among those believed: RFC 5280, 6.1
/// leaves a trust anchor's dates alone. So a self-signed one that a file names would be good for
/// ever. The dates of an authority that signed the server's certificate stay unchecked, as in the
/// JDK.
final class NamedAuthorities extends X509ExtendedTrustManager {
  private final X509ExtendedTrustManager rules;

  private NamedAuthorities(X509ExtendedTrustManager rules) {
    this.rules = rules;
  }

  /// {@return the trust in certificates, and in no others}
  ///
  /// @param certificates of authorities, or of single hosts
  /// @throws GeneralSecurityException if the JDK cannot use one
  static NamedAuthorities of(Collection<X509Certificate> certificates)
      throws GeneralSecurityException {
    try {
      var anchors = KeyStore.getInstance(KeyStore.getDefaultType());
      anchors.load(null, null);
      int number = 0;
      for (var certificate : certificates) {
        anchors.setCertificateEntry("ca-" + number++, certificate);
      }
      return new NamedAuthorities(rules(anchors));
    } catch (IOException e) {
      throw new GeneralSecurityException("a store in memory cannot be used", e);
    }
  }

  /// {@return the rules of the JDK}
  ///
  /// @param anchors the certificates that count; null for those that the JDK knows
  /// @throws GeneralSecurityException if the JDK has no such rules
  static X509ExtendedTrustManager rules(@Nullable KeyStore anchors)
      throws GeneralSecurityException {
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(anchors);
    for (var manager : factory.getTrustManagers()) {
      if (manager instanceof X509ExtendedTrustManager extended) {
        return extended;
      }
    }
    throw new GeneralSecurityException("this JDK has no rules for X.509 certificates");
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine)
      throws CertificateException {
    rules.checkServerTrusted(chain, kind, engine);
    chain[0].checkValidity();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket)
      throws CertificateException {
    rules.checkServerTrusted(chain, kind, socket);
    chain[0].checkValidity();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
    rules.checkServerTrusted(chain, kind);
    chain[0].checkValidity();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine)
      throws CertificateException {
    rules.checkClientTrusted(chain, kind, engine);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket)
      throws CertificateException {
    rules.checkClientTrusted(chain, kind, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind) throws CertificateException {
    rules.checkClientTrusted(chain, kind);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return rules.getAcceptedIssuers();
  }
}
