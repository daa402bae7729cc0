package dev.sojourn.atp.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;

/// The authorities whose certificates a client believes: those that the JDK knows, and more.
///
/// @param more certificates of further authorities, or of single hosts, as in closed networks
public record TlsAuthorities(List<X509Certificate> more) {

  /// Those that the JDK knows.
  public static final TlsAuthorities USUAL = new TlsAuthorities(List.of());

  /// Copies the list.
  public TlsAuthorities {
    more = List.copyOf(more);
  }

  /// Reads further authorities.
  ///
  /// @param file certificates in PEM
  /// @return these and those that the JDK knows
  /// @throws IOException if the file holds no certificates; the sentence says so
  public static TlsAuthorities read(Path file) throws IOException {
    return new TlsAuthorities(Pem.certificates(file));
  }
}
