package dev.sojourn.identity.net;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Optional;

/// The reason why a peer's certificate is not trusted, in words for people: messages of the JDK
/// contain names of its classes.
public final class CertificateFault {
  private static final int MAX_CAUSES = 16;

  private CertificateFault() {}

  /// {@return why the certificate is not trusted, as a clause with the certificate as its subject;
  /// empty if something else failed}
  ///
  /// @param failure of a TLS handshake
  public static Optional<String> clause(Throwable failure) {
    Optional<String> clause = Optional.empty();
    var cause = failure;
    for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
      // The innermost cause is the most precise.
      var own = own(cause);
      clause = own.isPresent() ? own : clause;
      cause = cause.getCause();
    }
    return clause;
  }

  private static Optional<String> own(Throwable cause) {
    return switch (cause) {
      case CertificateExpiredException _ -> Optional.of("it has expired");
      case CertificateNotYetValidException _ -> Optional.of("it is not valid yet");
      case CertPathValidatorException path -> ofPath(path);
      case CertPathBuilderException _ ->
          Optional.of("no authority that is known here has signed it");
      case CertificateException e when e.getCause() == null -> Optional.ofNullable(e.getMessage());
      case CertificateException _ -> Optional.of("its signatures cannot be followed");
      default -> Optional.empty();
    };
  }

  private static Optional<String> ofPath(CertPathValidatorException path) {
    return Optional.of(
        switch (path.getReason()) {
          case BasicReason.EXPIRED -> "it has expired";
          case BasicReason.NOT_YET_VALID -> "it is not valid yet";
          case BasicReason.REVOKED -> "it was revoked";
          case BasicReason.INVALID_SIGNATURE -> "one of its signatures is wrong";
          default -> "its signatures cannot be followed";
        });
  }
}
