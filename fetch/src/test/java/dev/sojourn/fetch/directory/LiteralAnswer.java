package dev.sojourn.fetch.directory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/// An answer that is given as its octets, by a server without TLS that says them and ends.
final class LiteralAnswer {
  private static final ServerSocket SERVER = listening();
  private static final HttpsGet HTTPS = client();
  private static volatile byte[] answer = {};

  private LiteralAnswer() {}

  static HttpsAnswer read(byte[] octets, int maxBytes) {
    answer = octets;
    var uri = URI.create("http://localhost:" + SERVER.getLocalPort() + "/");
    return HTTPS.get(uri, "*/*", maxBytes);
  }

  private static HttpsGet client() {
    try {
      return new HttpsGet(SSLContext.getDefault(), true, Duration.ofSeconds(20));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ServerSocket listening() {
    try {
      var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      Thread.ofVirtual().start(() -> serveAll(server));
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void serveAll(ServerSocket server) {
    while (!server.isClosed()) {
      try (var peer = server.accept()) {
        var asked = new StringBuilder();
        while (asked.indexOf("\r\n\r\n") < 0) {
          var some = new byte[1_024];
          int read = peer.getInputStream().read(some);
          asked.append(new String(some, 0, Math.max(read, 0), StandardCharsets.ISO_8859_1));
        }
        peer.getOutputStream().write(answer);
      } catch (IOException _) {
        // The reader has gone.
      }
    }
  }
}
