package dev.sojourn.host.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sojourn.host.store.StoreException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The page of health and metrics: `/livez`, `/readyz` and `/metrics` over plain HTTP, for the
/// operator's own tools. It answers GET and HEAD, and nothing else.
public final class MetricsServer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(MetricsServer.class.getName());
  private static final String PLAIN = "text/plain; charset=utf-8";
  private static final String EXPOSITION = "text/plain; version=0.0.4; charset=utf-8";
  private static final int BACKLOG = 16;

  /// The server of the JDK reads its limits from the properties of the system, once.
  private static final Map<String, String> LIMITS =
      Map.of(
          "jdk.httpserver.maxConnections", "32",
          "sun.net.httpserver.maxReqHeaders", "64",
          "sun.net.httpserver.maxReqHeaderSize", "16384",
          "sun.net.httpserver.maxReqTime", "10",
          "sun.net.httpserver.maxRspTime", "10",
          "sun.net.httpserver.idleInterval", "30",
          "sun.net.httpserver.maxIdleConnections", "8");

  private record Answer(int status, String type, String text) {}

  private final HttpServer server;
  private final ExecutorService threads;
  private final HostMetrics metrics;
  private final Supplier<Health> health;

  private MetricsServer(
      HttpServer server, ExecutorService threads, HostMetrics metrics, Supplier<Health> health) {
    this.server = server;
    this.threads = threads;
    this.metrics = metrics;
    this.health = health;
  }

  /// Begins to answer.
  ///
  /// @param listen the address
  /// @param metrics of the daemon
  /// @param health of the daemon at this moment
  /// @return the server, to be closed by its opener
  /// @throws IOException if the address cannot be listened on
  public static MetricsServer start(
      InetSocketAddress listen, HostMetrics metrics, Supplier<Health> health) throws IOException {
    LIMITS.forEach(
        (name, value) -> {
          if (System.getProperty(name) == null) {
            var _ = System.setProperty(name, value);
          }
        });
    HttpServer http;
    try {
      http = HttpServer.create(listen, BACKLOG);
    } catch (IOException e) {
      throw new IOException(
          "the page of metrics cannot listen on %s:%d (%s); end the other program, or change metrics.listen"
              .formatted(listen.getHostString(), listen.getPort(), e.getMessage()),
          e);
    }
    var threads =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("metrics-", 0).factory());
    http.setExecutor(threads);
    var server = new MetricsServer(http, threads, metrics, health);
    http.createContext("/", server::answer);
    http.start();
    return server;
  }

  /// {@return where it listens}
  public InetSocketAddress address() {
    return server.getAddress();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var method = exchange.getRequestMethod();
      boolean isGet = method.equals("GET");
      var answer =
          isGet || method.equals("HEAD")
              ? answer(exchange.getRequestURI().getPath())
              : new Answer(405, PLAIN, "Only GET and HEAD are answered.\n");
      var headers = exchange.getResponseHeaders();
      headers.set("Content-Type", answer.type());
      headers.set("Cache-Control", "no-store");
      headers.set("X-Content-Type-Options", "nosniff");
      if (answer.status() == 405) {
        headers.set("Allow", "GET, HEAD");
      }
      var body = answer.text().getBytes(StandardCharsets.UTF_8);
      if (method.equals("HEAD")) {
        exchange.sendResponseHeaders(answer.status(), -1);
        return;
      }
      exchange.sendResponseHeaders(answer.status(), body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private Answer answer(String path) {
    return switch (path) {
      case "/livez" -> new Answer(200, PLAIN, "alive\n");
      case "/readyz" -> ready(health.get());
      case "/metrics" -> metrics();
      default -> new Answer(404, PLAIN, "Here are /livez, /readyz and /metrics.\n");
    };
  }

  private static Answer ready(Health health) {
    var remarks =
        health.remarks().stream().map(sentence -> sentence + "\n").collect(Collectors.joining());
    return health
        .obstacle()
        .map(why -> new Answer(503, PLAIN, "not ready: " + why + "\n" + remarks))
        .orElseGet(() -> new Answer(200, PLAIN, "ready\n" + remarks));
  }

  private Answer metrics() {
    try {
      return new Answer(200, EXPOSITION, metrics.text());
    } catch (StoreException e) {
      LOG.log(System.Logger.Level.WARNING, "The metrics could not be read: {0}", e.getMessage());
      return new Answer(503, PLAIN, "The disk of this host fails.\n");
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
