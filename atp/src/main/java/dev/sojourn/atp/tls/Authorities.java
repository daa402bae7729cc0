package dev.sojourn.atp.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/// Certificates of a file, as all that a TLS client believes.
public final class Authorities {

  private Authorities() {}

  /// {@return a client that believes the certificates of a file, and no others; a server's own must
  /// be within its dates}
  ///
  /// @param pem the file
  /// @throws IOException if it cannot be read, or holds none
  public static SSLContext read(Path pem) throws IOException {
    var certificates = TlsAuthorities.read(pem).more();
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {NamedAuthorities.of(certificates)}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("its certificates cannot be used: " + e.getMessage(), e);
    }
  }
}
