package dev.sojourn.dispatcher.crawl;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A chain of pages whose robots.txt can be changed, with an entity tag that changes with it. Notes
/// what it is asked for.
final class ChangingSite implements AutoCloseable {
  static final int PAGES = 60;

  /// The requests, each with the status of its answer: `200 /1`.
  final List<String> asked = new CopyOnWriteArrayList<>();

  private final HttpServer server;
  private volatile String robots;
  private volatile String cacheControl = "";
  private volatile int failingStatus;
  private volatile int changingAt = -1;
  private volatile Runnable change = () -> {};

  ChangingSite(String robots) throws IOException {
    this.robots = robots;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  String origin() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  void robots(String text) {
    robots = text;
  }

  void cacheControl(String field) {
    cacheControl = field;
  }

  /// robots.txt is answered with this status from now on; 0 for the file.
  void robotsFailWith(int status) {
    failingStatus = status;
  }

  /// Something changes when a page is asked for, before the answer.
  void whenAskedFor(int page, Runnable what) {
    change = what;
    changingAt = page;
  }

  long count(String line) {
    return asked.stream().filter(line::equals).count();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var path = exchange.getRequestURI().getPath();
      if (path.equals("/robots.txt")) {
        robotsTxt(exchange);
        return;
      }
      int number = path.equals("/") ? 0 : Integer.parseInt(path.substring(1));
      if (number == changingAt) {
        change.run();
      }
      var link = number + 1 < PAGES ? "<a href='/%d'>next</a>".formatted(number + 1) : "";
      var body = "<title>%d</title><p>Page %d of the chain. %s".formatted(number, number, link);
      exchange.getResponseHeaders().add("Content-Type", "text/html");
      send(exchange, 200, body);
    }
  }

  private void robotsTxt(HttpExchange exchange) throws IOException {
    if (failingStatus != 0) {
      send(exchange, failingStatus, "");
      return;
    }
    var tag = "\"%x\"".formatted(robots.hashCode());
    exchange.getResponseHeaders().add("ETag", tag);
    if (!cacheControl.isEmpty()) {
      exchange.getResponseHeaders().add("Cache-Control", cacheControl);
    }
    boolean isSame = tag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"));
    send(exchange, isSame ? 304 : 200, isSame ? "" : robots);
  }

  private void send(HttpExchange exchange, int status, String text) throws IOException {
    asked.add(status + " " + exchange.getRequestURI().getPath());
    var body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
