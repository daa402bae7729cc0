package dev.sojourn.atp.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The validity of the certificate in a file; with several certificates, of the first to expire.
///
/// @param file that contains the certificate
/// @param from start of the validity
/// @param until end of the validity
public record CertificateDates(Path file, Instant from, Instant until) {
  private static final Duration SOON = Duration.ofDays(14);

  /// Reads a file.
  ///
  /// @param file certificates in PEM
  /// @return the dates of the certificate that expires first
  /// @throws IOException if the file contains no certificates; the message says why
  public static CertificateDates read(Path file) throws IOException {
    return of(file, Pem.certificates(file));
  }

  static CertificateDates of(Path file, List<X509Certificate> certificates) {
    var first =
        certificates.stream()
            .min(Comparator.comparing(X509Certificate::getNotAfter))
            .orElseThrow(() -> new IllegalArgumentException("certificates: none"));
    return new CertificateDates(
        file, first.getNotBefore().toInstant(), first.getNotAfter().toInstant());
  }

  /// {@return whether peers accept the dates of the certificate}
  ///
  /// @param now the time
  public boolean isGood(Instant now) {
    return !now.isBefore(from) && !now.isAfter(until);
  }

  /// {@return a sentence with the next step, if the certificate is not valid now, or not for long}
  /// Not for long means less than fourteen days, or less than a third of its validity if that is
  /// shorter.
  ///
  /// @param now the time
  public Optional<String> concern(Instant now) {
    if (now.isBefore(from)) {
      return Optional.of(
          ("The certificate in %s is good from %s only; peers refuse it until then. Check the"
                  + " clock, or put another one there.")
              .formatted(file, from));
    }
    var left = Duration.between(now, until);
    if (left.isNegative()) {
      return Optional.of(
          "The certificate in %s expired at %s; peers refuse it. Put a renewed one in its place."
              .formatted(file, until));
    }
    var third = Duration.between(from, until).dividedBy(3);
    var soon = third.compareTo(SOON) < 0 ? third : SOON;
    return left.compareTo(soon) < 0
        ? Optional.of(
            ("The certificate in %s expires at %s, in %s; peers refuse it from then on. Put a"
                    + " renewed one in its place.")
                .formatted(file, until, noted(left)))
        : Optional.empty();
  }

  private static String noted(Duration left) {
    return left.toDays() >= 2 ? left.toDays() + " days" : left.toHours() + " h";
  }
}
