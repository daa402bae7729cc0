package dev.sojourn.app.whole;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;

/// A web server on loopback that serves a folder, and below `/fails/` pages that fail, each in
/// another way.
record FailingServer(HttpServer server) implements AutoCloseable {

  /// The paths of the pages that fail by the server's fault.
  static final List<String> FAULTS =
      List.of("/fails/fault.html", "/fails/cut.html", "/fails/garbled.html", "/fails/loop.html");

  /// A page that is not there: this is no fault of the server.
  static final String GONE = "/fails/gone.html";

  static FailingServer start(Path root) throws IOException {
    System.setProperty("sun.net.httpserver.nodelay", "true");
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var server = HttpServer.create(address, 0);
    var files = SimpleFileServer.createFileHandler(root);
    server.createContext("/", exchange -> answer(exchange, files));
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    return new FailingServer(server);
  }

  String origin() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private static void answer(HttpExchange exchange, HttpHandler files) throws IOException {
    try (exchange) {
      switch (exchange.getRequestURI().getPath()) {
        case "/fails/fault.html" -> answer(exchange, 500, "A fault.");
        case "/fails/cut.html" -> {
          exchange.getResponseHeaders().set("Content-Type", "text/html");
          exchange.sendResponseHeaders(200, 10_000);
          exchange.getResponseBody().write("<p>The rest".getBytes(StandardCharsets.UTF_8));
        }
        case "/fails/garbled.html" -> {
          exchange.getResponseHeaders().set("Content-Encoding", "gzip");
          answer(exchange, 200, "This is no gzip.");
        }
        case "/fails/loop.html" -> {
          exchange.getResponseHeaders().set("Location", "/fails/loop.html");
          answer(exchange, 302, "");
        }
        default -> files.handle(exchange);
      }
    }
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/html");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
