package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.report.TerritoryStatus;
import dev.sojourn.fetch.site.FetchLimits;
import dev.sojourn.fetch.site.Politeness;
import dev.sojourn.fetch.site.TestPoliteness;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Pages that fail at first and come later in the crawl.
class LaterPagesIT {
  private static final int PAGES = 12;

  @TempDir Path directory;
  private HttpServer server;
  private CrawlBench bench;
  private volatile String robots = "User-agent: *\nAllow: /\n";
  private final Queue<String> asked = new ConcurrentLinkedQueue<>();

  private final AtomicBoolean standsStill = new AtomicBoolean();

  /// How often each page still fails, and how.
  private final Map<String, Failing> failing = new ConcurrentHashMap<>();

  /// @param status of the answer; 0 to close the connection without one
  private record Failing(int status, int times) {}

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
    bench = new CrawlBench(directory.resolve("out"));
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String origin() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var path = exchange.getRequestURI().getPath();
      if (path.equals("/robots.txt")) {
        var octets = robots.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, octets.length);
        exchange.getResponseBody().write(octets);
        return;
      }
      asked.add(path);
      var left = failing.getOrDefault(path, new Failing(200, 0));
      if (left.times() > 0) {
        failing.put(path, new Failing(left.status(), left.times() - 1));
        if (left.status() > 0) {
          exchange.sendResponseHeaders(left.status(), -1);
        }
        return;
      }
      page(exchange, path);
    }
  }

  private static void page(HttpExchange exchange, String path) throws IOException {
    var links = new StringBuilder();
    IntStream.range(1, PAGES).forEach(i -> links.append("<a href='/%d'>%d</a> ".formatted(i, i)));
    var body =
        "<title>%s</title><p>The page %s. %s"
            .formatted(path, path, path.equals("/") ? links : "")
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "text/html");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
  }

  private List<String> all() {
    return IntStream.range(0, PAGES).mapToObj(i -> origin() + "/" + (i == 0 ? "" : i)).toList();
  }

  private Map<String, String> outcomes() throws IOException {
    var json = new ObjectMapper();
    var outcomes = new TreeMap<String, String>();
    for (var line : Files.readAllLines(bench.out.resolve("urls.jsonl"))) {
      var read = json.readTree(line);
      outcomes.put(read.path("url").asText(), read.path("outcome").asText());
    }
    return outcomes;
  }

  private long asked(String path) {
    return asked.stream().filter(path::equals).count();
  }

  private void assertWhole(CrawlSummary summary) throws IOException {
    assertThat(bench.foundUrls()).containsExactlyInAnyOrderElementsOf(all());
    assertThat(summary.complete()).as("%s", summary).isTrue();
    assertThat(summary.urls().failed()).isZero();
    assertThat(summary.territories())
        .allSatisfy(t -> assertThat(t.state()).isEqualTo(TerritoryStatus.COMPLETE));
    assertThat(outcomes().values()).containsOnly("fetched").hasSize(PAGES);
  }

  private static String robots(TestHost host) {
    return "User-agent: *\nAllow: /\nMobile-agent-server: / " + host.url() + "\n";
  }

  @Test
  void pagesThatFailTwiceComeInTheEnd() throws IOException {
    failing.put("/3", new Failing(500, 2));
    failing.put("/5", new Failing(502, 1));
    failing.put("/7", new Failing(0, 4)); // Each broken connection is repeated once.

    assertWhole(bench.crawl(origin() + "/"));
    assertThat(asked.stream().filter("/3"::equals)).hasSize(3);
    assertThat(List.copyOf(asked).lastIndexOf("/3"))
        .as("after all other pages")
        .isGreaterThan(List.copyOf(asked).indexOf("/11"));
  }

  @Test
  void aPageThatAlwaysFailsIsRequestedThreeTimesAndListed() throws IOException {
    failing.put("/3", new Failing(500, Integer.MAX_VALUE));

    var summary = bench.crawl(origin() + "/");

    assertThat(asked("/3")).isEqualTo(3);
    assertThat(summary.complete()).isFalse();
    assertThat(summary.urls().failed()).isEqualTo(1);
    assertThat(outcomes()).containsEntry(origin() + "/3", "server-error").hasSize(PAGES);
    assertThat(bench.foundUrls()).hasSize(PAGES - 1);
  }

  /// Each page would otherwise be requested nine times while the site is away.
  @Test
  void aSiteThatGoesAwayIsLeftAloneAndGoneOnWithLater() throws IOException {
    for (int i = 4; i < PAGES; i++) {
      failing.put("/" + i, new Failing(503, Integer.MAX_VALUE));
    }
    var pace = TestPoliteness.withPatience(Politeness.loopback(), Duration.ofMillis(100));
    var settings = TestSettings.withPoliteness(bench.request(origin() + "/").settings(), pace);

    var away = SharedSandbox.crawl(bench.request(settings, origin() + "/"));
    assertThat(away.complete()).isFalse();
    assertThat(asked.stream().filter(failing::containsKey).count()).isLessThan(10);
    failing.clear();

    assertWhole(SharedSandbox.crawl(bench.request(settings)));
    assertThat(asked("/3")).isEqualTo(1);
  }

  @Test
  void aStartPageThatFailsAtFirstDoesNotEndTheCrawl() throws IOException {
    failing.put("/", new Failing(500, 2));

    assertWhole(bench.crawl(origin() + "/"));
  }

  @Test
  void aResumedCrawlRequestsPagesAgainThatFailedBefore() throws IOException {
    failing.put("/3", new Failing(500, 4));
    failing.put("/7", new Failing(404, Integer.MAX_VALUE));
    assertThat(bench.crawl(origin() + "/").complete()).isFalse();
    assertThat(asked("/3")).isEqualTo(3);

    var resumed = bench.crawl();

    assertThat(asked("/3")).isEqualTo(5);
    assertThat(asked("/7")).isEqualTo(1);
    assertThat(asked("/")).isEqualTo(1);
    assertThat(resumed.complete()).as("%s", resumed).isTrue();
    assertThat(bench.foundUrls()).hasSize(PAGES - 1);
  }

  @Test
  void aResumedCrawlRequestsAStartUrlAgainThatFailedBefore() throws IOException {
    failing.put("/", new Failing(500, 3));
    assertThat(bench.crawl(origin() + "/").findings()).isZero();

    assertWhole(bench.crawl());
  }

  @Test
  void aMissingPageIsRequestedOnce() throws IOException {
    failing.put("/3", new Failing(404, Integer.MAX_VALUE));

    bench.crawl(origin() + "/");

    assertThat(asked("/3")).isEqualTo(1);
  }

  @Test
  void aHostReadsAPageOfItsWebServerAgainToo() throws Exception {
    failing.put("/3", new Failing(500, 1));
    var owner = bench.owner.verifyKey();
    try (var host = TestHost.startBefore(origin(), directory.resolve("host"), owner)) {
      robots = robots(host);

      var summary = bench.crawl(origin() + "/");

      assertThat(summary.wireBytesMobile()).isPositive();
      assertWhole(summary);
      assertThat(asked("/3")).isEqualTo(2);
    }
  }

  @Test
  void severalConnectionsReadAgainToo() throws IOException {
    for (int i = 1; i < PAGES; i += 2) {
      failing.put("/" + i, new Failing(500, 1));
    }
    var settings = TestSettings.withConnections(bench.request(origin() + "/").settings(), 4);

    assertWhole(SharedSandbox.crawl(bench.request(settings, origin() + "/")));
  }

  @Test
  void aServerThatStandsStillForAWhileLosesNoPage() throws Exception {
    var usual = bench.request(origin() + "/").settings();
    var limits =
        new FetchLimits(
            Duration.ofSeconds(10), Duration.ofMillis(400), Duration.ofMinutes(2), 1 << 20);
    var settings = TestSettings.withAnswers(usual, usual.hosts().client(), limits);
    var end = new CompletableFuture<Void>();
    server.removeContext("/");
    server.createContext(
        "/",
        exchange -> {
          if (exchange.getRequestURI().getPath().equals("/4")) {
            end.completeOnTimeout(null, 1_500, TimeUnit.MILLISECONDS);
            standsStill.set(true);
          }
          if (standsStill.get()) {
            end.join();
          }
          answer(exchange);
        });

    assertWhole(SharedSandbox.crawl(bench.request(settings, origin() + "/")));
  }
}
