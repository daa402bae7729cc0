package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A site that asks to be left alone in the middle of a crawl.
class RestingSiteIT {
  private static final int PAGES = 20;

  @TempDir Path directory;

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private volatile boolean isResting = true;
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    var path = exchange.getRequestURI().getPath();
    asked.add(path);
    var body = new StringBuilder("<title>Page %s</title>".formatted(path));
    int status = 200;
    if (path.equals("/robots.txt")) {
      status = 404;
    } else if (path.equals("/")) {
      for (int i = 0; i < PAGES; i++) {
        body.append("<a href=/p%d>%d</a> ".formatted(i, i));
      }
    } else if (isResting && asked.size() > 5) {
      status = 503;
      exchange.getResponseHeaders().set("Retry-After", "3600");
    }
    var bytes = body.toString().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/html");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Test
  void getsNoFurtherRequestAndLosesNoPage() throws IOException {
    var bench = new CrawlBench(directory.resolve("out"));
    var start = "http://127.0.0.1:" + server.getAddress().getPort() + "/";

    var stopped = bench.crawl(start);
    assertThat(asked).hasSize(6);
    assertThat(stopped.complete()).isFalse();
    assertThat(stopped.territories().getFirst().toString())
        .contains("it asks to be left alone for 3600 s (status 503)");
    // The pages that were read are found, though no checkpoint was due.
    assertThat(stopped.pages()).isEqualTo(4);
    assertThat(stopped.findings()).isEqualTo(4);
    assertThat(stopped.urls().outcomes()).containsEntry("fetched", 4L);
    assertThat(bench.foundUrls()).hasSize(4);
    assertThat(bench.indexedPages()).isEqualTo(4);

    // It is still at rest, so one page is asked for; that one alone is not taken at its word again.
    bench.crawl();
    assertThat(asked).hasSizeLessThanOrEqualTo(9);

    isResting = false;
    var resumed = bench.crawl();
    assertThat(resumed.complete()).as("%s", resumed).isTrue();
    assertThat(bench.foundUrls()).hasSize(PAGES + 1).doesNotHaveDuplicates();
    assertThat(asked)
        .filteredOn(List.of("/", "/p0", "/p1", "/p2")::contains)
        .doesNotHaveDuplicates();
  }
}
