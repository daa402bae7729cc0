package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.core.ChangedTerms;
import dev.sojourn.crawl.core.RuleChange;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.report.CrawlWay;
import dev.sojourn.crawl.local.report.TerritoryStatus;
import dev.sojourn.fetch.site.Politeness;
import dev.sojourn.fetch.site.TestPoliteness;
import dev.sojourn.testing.HeldPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Crawls that go on: after a site was gone, after a robots.txt could not be read, and with higher
/// limits.
class GoingOnIT {
  private static final int PAGES = 60;
  private static final int GONE_AFTER = 30;

  @TempDir Path directory;

  /// A chain of pages. It notes the requests, and stops after a number of pages if the test sets
  /// one.
  private static final class Chain {
    final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private final AtomicInteger goneAfter = new AtomicInteger(Integer.MAX_VALUE);
    final Queue<Integer> robotsStatus = new ConcurrentLinkedQueue<>();

    HttpServer serve(int port) throws IOException {
      var server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
      server.createContext("/", this::answer);
      server.start();
      return server;
    }

    /// The server answers one request after the other, on the thread on which it stops. So no
    /// request is under way when it does.
    private void answer(HttpExchange exchange) throws IOException {
      boolean isLast = false;
      try (exchange) {
        var path = exchange.getRequestURI().getPath();
        asked.add(path);
        if (path.equals("/robots.txt")) {
          var status = robotsStatus.poll();
          exchange.sendResponseHeaders(status == null ? 404 : status, -1);
          return;
        }
        int number = path.equals("/") ? 0 : Integer.parseInt(path.substring(1));
        var link = number + 1 < PAGES ? "<a href='/%d'>next</a>".formatted(number + 1) : "";
        var body =
            "<title>%d</title><p>Page %d of the chain. %s"
                .formatted(number, number, link)
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "text/html");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        isLast = goneAfter.decrementAndGet() == 0;
      }
      if (isLast) {
        exchange.getHttpContext().getServer().stop(0);
      }
    }
  }

  @Test
  void aSiteThatStoppedAnsweringIsTakenUpWhereItWas() throws Exception {
    var chain = new Chain();
    var bench = new CrawlBench(directory.resolve("out"));
    var pace =
        TestPoliteness.withPatience(
            Politeness.loopback().withDelay(Duration.ofMillis(200)), Duration.ofMillis(100));
    var settings = TestSettings.withPoliteness(bench.request("http://a.example/").settings(), pace);
    chain.goneAfter.set(GONE_AFTER);
    try (var port = HeldPort.take()) {
      chain.serve(port.number());
      var start = "http://127.0.0.1:" + port.number() + "/";
      var first = SharedSandbox.crawl(bench.request(settings, start));
      assertThat(first.complete()).isFalse();
      assertThat(first.territories().getFirst().state()).isEqualTo(TerritoryStatus.FAILED);
      chain.asked.clear();

      var again = chain.serve(port.number());
      try {
        var hasty = TestPoliteness.withPatience(Politeness.loopback(), Duration.ofMillis(100));
        var resumed =
            SharedSandbox.crawl(bench.request(TestSettings.withPoliteness(settings, hasty)));
        assertThat(resumed.complete()).as("%s", resumed).isTrue();
        assertThat(bench.foundUrls()).doesNotHaveDuplicates().hasSize(PAGES);
        assertThat(resumed.pages()).isEqualTo(PAGES);
        assertThat(chain.asked)
            .as("what was kept at the last checkpoint is not asked for again")
            .doesNotContain("/", "/1");
      } finally {
        again.stop(0);
      }
    }
  }

  @Test
  void aRobotsTxtThatCannotBeReadForAMomentIsAskedForAgain() throws IOException {
    var chain = new Chain();
    chain.robotsStatus.addAll(List.of(503, 429));
    var bench = new CrawlBench(directory.resolve("out"));
    var server = chain.serve(0);
    try {
      var summary = bench.crawl("http://127.0.0.1:" + server.getAddress().getPort() + "/");
      assertThat(summary.complete()).as("%s", summary).isTrue();
      assertThat(summary.pages()).isEqualTo(PAGES);
      assertThat(chain.asked.stream().filter("/robots.txt"::equals)).hasSize(3);
    } finally {
      server.stop(0);
    }
  }

  private static ChangedTerms pages(long pages) {
    return new ChangedTerms(
        OptionalLong.of(pages),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalInt.empty(),
        RuleChange.NONE);
  }

  private static CrawlSettings withPages(CrawlSettings settings, long pages) {
    var usual = settings.budget().allowance();
    return TestSettings.withAllowance(
        settings, new Allowance(pages, usual.bytes(), usual.findings(), usual.seconds()));
  }

  private static CrawlSummary crawl(CrawlBench bench, long pages, String start) throws IOException {
    var settings = withPages(bench.request(start).settings(), pages);
    return SharedSandbox.crawl(bench.request(settings, start));
  }

  private static CrawlSummary raised(CrawlBench bench, long pages) throws IOException {
    return SharedSandbox.crawl(bench.request().withChanged(pages(pages)));
  }

  @Test
  void aRaisedLimitGoesOnFromWhereTheLowerOneStopped() throws IOException {
    var bench = new CrawlBench(directory.resolve("out"));
    try (var site = new TestSite(directory.resolve("www"), 20)) {
      site.robots("");
      assertThat(crawl(bench, 7, site.origin() + "/").complete()).isFalse();
      assertThatThrownBy(() -> raised(bench, 5))
          .isInstanceOf(CommandException.class)
          .hasMessage(
              "--max-pages is 5, and the crawl has 7 already; --resume can raise a limit, not lower"
                  + " it: give a larger value or none.");
      assertThat(bench.crawl().complete()).isFalse();
      assertThat(raised(bench, 15).complete()).isFalse();
      assertThat(bench.foundUrls()).hasSizeLessThanOrEqualTo(15);
      assertThat(raised(bench, 1_000).complete()).isTrue();
      bench.assertFoundExactly(site);
    }
  }

  @Test
  void aRaisedLimitSendsTheAgentToItsHostAgainWithItsState() throws IOException {
    var bench = new CrawlBench(directory.resolve("out"));
    try (var site = new TestSite(directory.resolve("www"), 20);
        var host = TestHost.start(directory.resolve("one"), site, bench.owner.verifyKey(), "")) {
      site.robots("Mobile-agent-server: / %s\n".formatted(host.url()));
      var stopped = crawl(bench, 9, site.origin() + "/");
      assertThat(stopped.territories().getFirst().state()).isEqualTo(TerritoryStatus.IN_PART);
      var whole = raised(bench, 1_000);
      assertThat(whole.complete()).as("%s", whole).isTrue();
      assertThat(whole.territories().getFirst().crawled()).isEqualTo(CrawlWay.MOBILE);
      assertThat(whole.wireBytesClassic()).isZero();
      bench.assertFoundExactly(site);
    }
  }
}
