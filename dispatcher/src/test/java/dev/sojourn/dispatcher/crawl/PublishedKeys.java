package dev.sojourn.dispatcher.crawl;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.sojourn.testing.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// A web site with TLS that serves what `key directory` wrote into a folder, as its words say:
/// `directory.json` byte for byte, with the fields of `directory.headers`.
final class PublishedKeys implements AutoCloseable {
  private final HttpsServer server;
  private final Path folder;
  private final AtomicInteger asked = new AtomicInteger();

  private PublishedKeys(HttpsServer server, Path folder) {
    this.server = server;
    this.folder = folder;
  }

  static PublishedKeys open(Path folder) throws IOException, GeneralSecurityException {
    Files.createDirectories(folder);
    var certificate = TestCertificate.write(folder);
    var password = "changeit".toCharArray();
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(certificate.keyStore(password), password);
    var tls = SSLContext.getInstance("TLS");
    tls.init(keys.getKeyManagers(), null, null);
    var server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    var published = new PublishedKeys(server, folder);
    server.createContext(
        "/.well-known/http-message-signatures-directory",
        exchange -> {
          published.asked.incrementAndGet();
          for (var line : Files.readAllLines(folder.resolve("directory.headers"))) {
            var field = line.split(": ", 2);
            exchange.getResponseHeaders().set(field[0], field[1]);
          }
          var body = Files.readAllBytes(folder.resolve("directory.json"));
          exchange.sendResponseHeaders(200, body.length);
          try (var out = exchange.getResponseBody()) {
            out.write(body);
          }
        });
    server.start();
    return published;
  }

  String url() {
    return "https://localhost:" + server.getAddress().getPort();
  }

  Path certificate() {
    return folder.resolve("host.pem");
  }

  Path folder() {
    return folder;
  }

  int asked() {
    return asked.get();
  }

  /// The part of a host's configuration that makes the host trust it.
  String trusted() {
    return """

    [[trust]]
    name = "crawler"
    url = "%s"

    [identity]
    private-addresses = true
    authorities = "%s"
    """
        .formatted(url(), certificate());
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
