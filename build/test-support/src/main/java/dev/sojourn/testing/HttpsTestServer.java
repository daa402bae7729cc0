package dev.sojourn.testing;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;

/// A web server of this machine with TLS, whose answers a test chooses.
public final class HttpsTestServer implements AutoCloseable {
  private final HttpsServer server;
  private final Path folder;
  private final SSLContext client;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final AtomicInteger asked = new AtomicInteger();
  private volatile CountDownLatch gate = new CountDownLatch(0);

  private record Answer(int status, Map<String, String> fields, byte[] body) {}

  private HttpsTestServer(HttpsServer server, Path folder, SSLContext client) {
    this.server = server;
    this.folder = folder;
    this.client = client;
  }

  /// Starts a server that answers everything with 404.
  ///
  /// @param folder in which its certificate is, as `host.pem`
  /// @return the server
  /// @throws IOException if it cannot listen
  /// @throws GeneralSecurityException if it has no certificate
  public static HttpsTestServer start(Path folder) throws IOException, GeneralSecurityException {
    return start(folder, TestCertificate.write(folder));
  }

  /// Starts a server that answers everything with 404.
  ///
  /// @param folder in which its certificate is, as `host.pem`
  /// @param certificate the same
  /// @return the server
  /// @throws IOException if it cannot listen
  /// @throws GeneralSecurityException if the JDK has no TLS
  public static HttpsTestServer start(Path folder, TestCertificate certificate)
      throws IOException, GeneralSecurityException {
    var http = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    http.setHttpsConfigurator(new HttpsConfigurator(certificate.server()));
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    var server = new HttpsTestServer(http, folder, certificate.client());
    http.createContext(
        "/",
        exchange -> {
          server.asked.incrementAndGet();
          server.awaitGate();
          var answer =
              server.answers.getOrDefault(
                  exchange.getRequestURI().toString(),
                  server.answers.getOrDefault(
                      exchange.getRequestURI().getPath(), new Answer(404, Map.of(), new byte[0])));
          answer.fields().forEach(exchange.getResponseHeaders()::set);
          exchange.sendResponseHeaders(
              answer.status(), answer.body().length == 0 ? -1 : answer.body().length);
          try (var out = exchange.getResponseBody()) {
            out.write(answer.body());
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

  /// {@return its origin, as `https://localhost:1234`}
  public String origin() {
    return "https://localhost:" + server.getAddress().getPort();
  }

  /// {@return the TLS of a client that believes its certificate}
  public SSLContext client() {
    return client;
  }

  /// {@return its certificate, as PEM}
  public Path certificate() {
    return folder.resolve("host.pem");
  }

  /// {@return how many requests came}
  public int asked() {
    return asked.get();
  }

  /// Answers a path from now on.
  ///
  /// @param path with its query; without a query, it stands for any
  /// @param status of the answer
  /// @param fields of the answer
  /// @param body of the answer; not copied
  public void answer(String path, int status, Map<String, String> fields, byte[] body) {
    answers.put(path, new Answer(status, new HashMap<>(fields), body));
  }

  /// Forgets all answers and all requests.
  public void reset() {
    answers.clear();
    asked.set(0);
    gate = new CountDownLatch(0);
  }

  /// Holds all answers back until a latch is open.
  ///
  /// @param latch which
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
