package dev.sojourn.dispatcher.crawl;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/// A site on loopback whose pages fail in every way, each linked to by the start page.
final class FailingSite implements AutoCloseable {
  /// A page larger than [#MAX_BODY_BYTES].
  static final int MAX_BODY_BYTES = 64 * 1024;

  private final HttpServer server;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Map<String, Answer> pages = new LinkedHashMap<>();

  /// Answers one request.
  private interface Answer {
    void give(HttpExchange exchange) throws IOException, InterruptedException;
  }

  /// @param isOnlyMissing whether its pages are there or are missing, and fail in no other way
  FailingSite(boolean isOnlyMissing) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    pages.put("/good", status(200));
    pages.put("/404", status(404));
    pages.put("/410", status(410));
    pages.put("/403", status(403));
    pages.put("/private/a", status(200));
    if (!isOnlyMissing) {
      failures();
    }
    server.start();
  }

  private void failures() {
    pages.put("/429", status(429));
    pages.put("/500", status(500));
    pages.put("/503", status(503));
    pages.put("/413", status(413));
    pages.put("/large", exchange -> page(exchange, "x".repeat(MAX_BODY_BYTES + 1)));
    pages.put("/late", _ -> over.await());
    pages.put("/loop", exchange -> redirect(exchange, "/loop"));
    pages.put("/away", exchange -> redirect(exchange, "http://elsewhere.example/"));
    pages.put("/moved", exchange -> redirect(exchange, "/good"));
    pages.put(
        "/gzip",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Encoding", "gzip");
          page(exchange, "this is no gzip");
        });
    pages.put(
        "/reset",
        exchange -> {
          exchange.sendResponseHeaders(200, 1_000);
          exchange.getResponseBody().write(new byte[10]);
          exchange.getResponseBody().flush();
          throw new IOException("the connection is closed in the middle of the body");
        });
    pages.put("/noindex", exchange -> page(exchange, "<meta name=robots content=noindex>No"));
    pages.put("/twin", status(200));
    pages.put(
        "/text",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "text/plain");
          send(exchange, 200, "plain");
        });
  }

  String origin() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    var path = exchange.getRequestURI().getPath();
    if (path.equals("/robots.txt")) {
      send(exchange, 200, "User-agent: *\nDisallow: /private/\n");
    } else if (path.equals("/")) {
      var links = new StringBuilder("<title>Start</title>");
      pages.keySet().forEach(page -> links.append("<a href='%s'>x</a>".formatted(page)));
      page(exchange, links.toString());
    } else {
      try {
        pages.getOrDefault(path, status(404)).give(exchange);
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      } finally {
        exchange.close();
      }
    }
  }

  private static Answer status(int status) {
    return exchange -> {
      exchange.getResponseHeaders().set("Content-Type", "text/html");
      send(exchange, status, "<title>%d</title>".formatted(status));
    };
  }

  private static void page(HttpExchange exchange, String html) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/html");
    send(exchange, 200, html);
  }

  private static void redirect(HttpExchange exchange, String to) throws IOException {
    exchange.getResponseHeaders().set("Location", to);
    send(exchange, 302, "");
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    over.countDown();
    server.stop(0);
  }
}
