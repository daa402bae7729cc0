package dev.sojourn.host.identity;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.sojourn.atp.Bytes;
import dev.sojourn.atp.identity.AgentUrl;
import dev.sojourn.atp.identity.SignedDirectory;
import dev.sojourn.atp.key.SigningKey;
import dev.sojourn.host.config.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A web server of this machine with TLS, whose answers a test chooses.
public final class DirectoryServer implements AutoCloseable {

  private final HttpsServer server;
  private final Path folder;
  private final SSLContext client;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final AtomicInteger asked = new AtomicInteger();
  private volatile CountDownLatch gate = new CountDownLatch(0);

  private record Answer(int status, Map<String, String> fields, Bytes body) {}

  private DirectoryServer(HttpsServer server, Path folder, SSLContext client) {
    this.server = server;
    this.folder = folder;
    this.client = client;
  }

  /// A server that has nothing yet; its certificate is in `host.pem` of the folder.
  public static DirectoryServer start(Path folder)
      throws IOException, GeneralSecurityException, InterruptedException {
    TestCertificate.write(folder);
    var password = "changeit".toCharArray();
    var store = KeyStore.getInstance(folder.resolve("host.p12").toFile(), password);
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, password);
    var own = SSLContext.getInstance("TLS");
    own.init(keys.getKeyManagers(), null, null);
    var believed = KeyStore.getInstance(KeyStore.getDefaultType());
    believed.load(null, null);
    believed.setCertificateEntry("host", store.getCertificate("host"));
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(believed);
    var client = SSLContext.getInstance("TLS");
    client.init(null, trust.getTrustManagers(), null);

    var http = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    http.setHttpsConfigurator(new HttpsConfigurator(own));
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    var server = new DirectoryServer(http, folder, client);
    http.createContext(
        "/",
        exchange -> {
          server.asked.incrementAndGet();
          server.awaitGate();
          var answer =
              server.answers.getOrDefault(
                  exchange.getRequestURI().getPath(), new Answer(404, Map.of(), Bytes.EMPTY));
          answer.fields().forEach(exchange.getResponseHeaders()::set);
          exchange.sendResponseHeaders(
              answer.status(), answer.body().isEmpty() ? -1 : answer.body().size());
          try (var out = exchange.getResponseBody()) {
            answer.body().writeTo(out);
          }
        });
    http.start();
    return server;
  }

  private void awaitGate() throws IOException {
    try {
      gate.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /// The origin.
  public AgentUrl origin() {
    return new AgentUrl("https://localhost:" + server.getAddress().getPort());
  }

  /// Who believes this server's certificate.
  public SSLContext client() {
    return client;
  }

  /// The certificate, as PEM.
  public Path certificate() {
    return folder.resolve("host.pem");
  }

  /// How many requests came.
  public int asked() {
    return asked.get();
  }

  /// Publishes keys at the well-known path.
  public void publish(Duration cacheFor, SigningKey... keys) {
    var signed =
        SignedDirectory.sign(origin(), List.of(keys), Instant.now(), Duration.ofDays(1), cacheFor);
    answer(AgentUrl.WELL_KNOWN, 200, signed.fields(), signed.body());
  }

  /// Answers a path from now on.
  public void answer(String path, int status, Map<String, String> fields, Bytes body) {
    answers.put(path, new Answer(status, new HashMap<>(fields), body));
  }

  /// Forgets all answers, and that it was asked.
  public void reset() {
    answers.clear();
    asked.set(0);
    gate = new CountDownLatch(0);
  }

  /// Holds all answers back until the latch is open.
  public void holdBackUntil(CountDownLatch latch) {
    gate = latch;
  }

  @Override
  public void close() {
    while (gate.getCount() > 0) {
      gate.countDown();
    }
    server.stop(0);
  }
}
