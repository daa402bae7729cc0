package dev.sojourn.dispatcher.crawl;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sojourn.base.Digest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/// A site in a folder that changes between two crawls, served over HTTP with entity tags. Three
/// folders of pages; each page links to the next, and each folder's index to all of its pages.
final class RevisedSite implements AutoCloseable {
  static final List<String> FOLDERS = List.of("a", "b", "c");

  /// The requests other than for robots.txt, each with the status of its answer: `200 /a/1.html`.
  final List<String> asked = new CopyOnWriteArrayList<>();

  final Map<String, String> redirects = new ConcurrentHashMap<>();
  final Map<String, String> robotsTags = new ConcurrentHashMap<>();
  final Set<String> failing = ConcurrentHashMap.newKeySet();
  private final Path root;
  private final int pages;
  private final HttpServer server;
  private volatile boolean mindsConditions = true;

  /// @param pages of each folder
  RevisedSite(Path root, int pages) throws IOException {
    this.root = root;
    this.pages = pages;
    write("index.html", "Start", "<a href='/a/'>a</a> <a href='/b/'>b</a> <a href='/c/'>c</a>");
    for (var folder : FOLDERS) {
      var links = new StringBuilder();
      for (int i = 0; i < pages; i++) {
        links.append(link(folder, i));
        write(page(folder, i), "Page " + i + " of " + folder, link(folder, (i + 1) % pages));
      }
      write(folder + "/index.html", "Folder " + folder, links.toString());
    }
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  static String page(String folder, int number) {
    return folder + "/" + number + ".html";
  }

  private static String link(String folder, int number) {
    return "<a href='/%s'>%s %d</a> ".formatted(page(folder, number), folder, number);
  }

  void write(String path, String title, String body) throws IOException {
    writeWithHead(path, "<title>%s</title>".formatted(title), "Words of " + path + ". " + body);
  }

  void writeWithHead(String path, String head, String body) throws IOException {
    var file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(
        file,
        "<!DOCTYPE html><html lang='en'><head>%s</head><body>%s</body></html>"
            .formatted(head, body));
  }

  void delete(String path) throws IOException {
    Files.delete(root.resolve(path));
  }

  void robots(String text) throws IOException {
    Files.writeString(root.resolve("robots.txt"), text);
  }

  /// The server sends each page whole from now on, whatever the request says.
  void ignoreConditions() {
    mindsConditions = false;
  }

  int pages() {
    return pages;
  }

  Path root() {
    return root;
  }

  String origin() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var path = exchange.getRequestURI().getPath();
      var to = redirects.get(path);
      if (to != null) {
        exchange.getResponseHeaders().add("Location", to);
        send(exchange, 302, new byte[0]);
        return;
      }
      if (failing.contains(path)) {
        send(exchange, 500, new byte[0]);
        return;
      }
      var file = root.resolve((path.endsWith("/") ? path + "index.html" : path).substring(1));
      if (!Files.isRegularFile(file)) {
        send(exchange, 404, new byte[0]);
        return;
      }
      var body = Files.readAllBytes(file);
      var headers = exchange.getResponseHeaders();
      if (path.equals("/robots.txt")) {
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        return;
      }
      var tag = "\"" + Digest.of(body).hex().substring(0, 8) + "\"";
      headers.add("ETag", tag);
      headers.add("Content-Type", "text/html; charset=utf-8");
      if (robotsTags.containsKey(path)) {
        headers.add("X-Robots-Tag", robotsTags.get(path));
      }
      boolean isSame =
          mindsConditions && tag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"));
      send(exchange, isSame ? 304 : 200, isSame ? new byte[0] : body);
    }
  }

  private void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    asked.add(status + " " + exchange.getRequestURI().getPath());
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
