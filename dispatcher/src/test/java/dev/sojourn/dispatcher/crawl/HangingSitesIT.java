package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.fetch.site.Politeness;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Sites that let a crawl wait, and a worker that is lost, cost other sites nothing.
@Timeout(300)
class HangingSitesIT {
  private static final int PAGES = 10;

  @TempDir private Path directory;

  /// The request for a page of a hanging site is answered when the fast sites are done. So a crawl
  /// that lets these wait for those sees its requests time out.
  @ParameterizedTest
  @ValueSource(ints = {40, 200})
  void hangingSitesHoldNoFastSiteBack(int hanging) throws IOException {
    try (var sites = new Sites(hanging, 2, "/")) {
      var summary = crawl(sites);
      assertThat(summary.urls().outcomes())
          .isEqualTo(Map.of("fetched", (long) (hanging + 2) * PAGES));
      assertThat(sites.repeated()).isEmpty();
    }
  }

  @Test
  void sitesWhoseRobotsTxtHangsHoldNoFastSiteBack() throws IOException {
    try (var sites = new Sites(100, 2, "/robots.txt")) {
      var summary = crawl(sites);
      assertThat(summary.urls().outcomes()).isEqualTo(Map.of("fetched", 102L * PAGES));
      assertThat(sites.repeated()).isEmpty();
    }
  }

  /// The sitemap of each site names a further page.
  @Test
  void sitesWhoseSitemapHangsHoldNoFastSiteBack() throws IOException {
    try (var sites = new Sites(60, 2, "/sitemap.txt")) {
      var summary = crawl(sites);
      assertThat(summary.urls().outcomes()).isEqualTo(Map.of("fetched", 62L * (PAGES + 1)));
      assertThat(sites.repeated()).isEmpty();
    }
  }

  @Test
  void aWorkerThatIsLostCostsNoSiteASecondRequest() throws IOException {
    try (var sites = new Sites(0, 6, "/")) {
      sites.killsTheWorkerAt("/5");
      var summary = crawl(sites);
      assertThat(sites.hasKilled()).isTrue();
      assertThat(summary.urls().outcomes()).isEqualTo(Map.of("fetched", 6L * PAGES));
      assertThat(sites.repeated()).isEmpty();
    }
  }

  private CrawlSummary crawl(Sites sites) throws IOException {
    var bench = new CrawlBench(directory.resolve("out"));
    var eager =
        new Politeness(
            1,
            Duration.ZERO,
            0,
            Duration.ZERO,
            Duration.ZERO,
            0,
            Duration.ZERO,
            Duration.ofSeconds(20));
    var settings = TestSettings.withPoliteness(CrawlSettings.defaults(), eager);
    return Crawl.run(
        bench.request(settings, sites.starts()), CrawlListener.SILENT, InstantSource.system());
  }

  /// Sites of ten pages. Each page leads to the next, and a sitemap names one more if sitemaps are
  /// to hang. The first sites hang.
  private static final class Sites implements AutoCloseable {
    private static final int ADDRESSES_A_NET = 250;

    private final int hanging;
    private final int fast;
    private final String hangingPath;
    private final CountDownLatch fastToCome;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
    private final AtomicBoolean hasKilled = new AtomicBoolean();
    private String killer = "";

    /// @param hangingPath the file that hangs; `/` for all pages
    Sites(int hanging, int fast, String hangingPath) throws IOException {
      this.hanging = hanging;
      this.fast = fast;
      this.hangingPath = hangingPath;
      this.fastToCome = new CountDownLatch(fast);
      server = HttpServer.create(new InetSocketAddress("0.0.0.0", 0), 1_000);
      server.createContext("/", this::answer);
      server.setExecutor(threads);
      server.start();
    }

    void killsTheWorkerAt(String path) {
      killer = path;
    }

    boolean hasKilled() {
      return hasKilled.get();
    }

    String[] starts() {
      return IntStream.range(0, hanging + fast)
          .mapToObj(i -> "http://" + address(i) + ":" + server.getAddress().getPort() + "/1")
          .toArray(String[]::new);
    }

    private static String address(int site) {
      return "127.1.%d.%d".formatted(site / ADDRESSES_A_NET, 1 + site % ADDRESSES_A_NET);
    }

    private boolean isHanging(String host) {
      return IntStream.range(0, hanging).anyMatch(i -> host.startsWith(address(i) + ":"));
    }

    /// The pages that were asked for more than once.
    Map<String, Integer> repeated() {
      var more = new ConcurrentHashMap<String, Integer>();
      asked.forEach(
          (page, count) -> {
            if (count.get() > 1) {
              more.put(page, count.get());
            }
          });
      return more;
    }

    private void answer(HttpExchange exchange) throws IOException {
      try (exchange) {
        var path = exchange.getRequestURI().getPath();
        var host = exchange.getRequestHeaders().getFirst("Host");
        asked.computeIfAbsent(host + path, _ -> new AtomicInteger()).incrementAndGet();
        boolean isPage = !path.endsWith(".txt");
        if (isHanging(host) && (isPage ? hangingPath.equals("/") : path.equals(hangingPath))) {
          fastToCome.await();
        }
        if (!isPage) {
          file(exchange, host, path);
          return;
        }
        if (path.equals(killer) && hasKilled.compareAndSet(false, true)) {
          killWorkers();
        }
        int number = Integer.parseInt(path.substring(1));
        var next = number < PAGES ? "<a href='/%d'>next</a>".formatted(number + 1) : "the last";
        var body =
            "<title>%d</title><p>Page %d of %s, %s"
                .formatted(number, number, host, next)
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "text/html");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        if (number == lastPage() && !isHanging(host)) {
          fastToCome.countDown();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private boolean hasSitemaps() {
      return hangingPath.equals("/sitemap.txt");
    }

    private int lastPage() {
      return hasSitemaps() ? PAGES + 1 : PAGES;
    }

    private void file(HttpExchange exchange, String host, String path) throws IOException {
      if (!hasSitemaps()) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      var site = "http://" + host;
      var text =
          path.equals("/robots.txt")
              ? "Sitemap: " + site + "/sitemap.txt\n"
              : site + "/" + lastPage() + "\n";
      exchange.getResponseHeaders().add("Content-Type", "text/plain");
      exchange.sendResponseHeaders(200, text.length());
      exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
    }

    /// As the kernel does for want of memory.
    private static void killWorkers() {
      ProcessHandle.current()
          .descendants()
          .filter(process -> process.info().commandLine().orElse("").contains("WorkerMain"))
          .forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public void close() {
      server.stop(0);
      threads.shutdownNow();
    }
  }
}
