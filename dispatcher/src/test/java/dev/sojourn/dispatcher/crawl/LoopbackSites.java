package dev.sojourn.dispatcher.crawl;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/// A great many small sites in one server, each at a loopback address of its own. A site is a
/// robots.txt, a start page, and a second page that only the start page refers to.
final class LoopbackSites implements AutoCloseable {
  private static final int ADDRESSES_A_NET = 250;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final int count;
  private final Map<String, Set<String>> asked = new ConcurrentHashMap<>();

  LoopbackSites(int count) throws IOException {
    this.count = count;
    server = HttpServer.create(new InetSocketAddress("0.0.0.0", 0), 1_000);
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var path = exchange.getRequestURI().getPath();
      var host = exchange.getRequestHeaders().getFirst("Host");
      asked.computeIfAbsent("http://" + host, _ -> ConcurrentHashMap.newKeySet()).add(path);
      var text =
          switch (path) {
            case "/robots.txt" -> "User-agent: *\nDisallow: /private/\n";
            case "/" -> "<title>Start</title><p>Start of " + host + " <a href='/two'>two</a>";
            default -> "<title>Two</title><p>Second page of " + host;
          };
      var body = text.getBytes(StandardCharsets.UTF_8);
      exchange
          .getResponseHeaders()
          .add("Content-Type", path.equals("/robots.txt") ? "text/plain" : "text/html");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /// The start URLs, one a site.
  List<String> starts() {
    return IntStream.range(0, count).mapToObj(i -> origin(i) + "/").toList();
  }

  private String origin(int site) {
    return "http://127.0.%d.%d:%d"
        .formatted(
            1 + site / ADDRESSES_A_NET, 1 + site % ADDRESSES_A_NET, server.getAddress().getPort());
  }

  /// Both pages of each site.
  List<String> pages() {
    return starts().stream().flatMap(start -> List.of(start, start + "two").stream()).toList();
  }

  /// The number of sites with requests for both pages.
  long visited() {
    return asked.values().stream().filter(paths -> paths.containsAll(List.of("/", "/two"))).count();
  }

  void forget() {
    asked.clear();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
