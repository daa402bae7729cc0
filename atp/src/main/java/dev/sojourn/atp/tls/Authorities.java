package dev.sojourn.atp.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/// Makes TLS clients that trust only the certificates of a file.
public final class Authorities {

  private Authorities() {}

  /// {@return a client that trusts only the certificates of a file; a server's own certificate must
  /// be within its dates}
  ///
  /// @param pem the file
  /// @throws IOException if it cannot be read, or contains no certificates
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
