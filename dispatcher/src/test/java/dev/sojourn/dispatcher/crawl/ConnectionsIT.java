package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.local.report.CrawlSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Crawls of sites without hosts that read several pages at a time.
class ConnectionsIT {
  private static final int PAGES = 40;
  private static final int CONNECTIONS = 4;
  private static final CrawlSettings SEVERAL =
      TestSettings.withConnections(CrawlSettings.defaults(), CONNECTIONS);

  @TempDir Path directory;

  @Test
  void soManyRequestsAreUnderWayAndTheFindingsAreThoseOfOneConnection() throws IOException {
    try (var site = new TestSite(directory.resolve("www"), PAGES)) {
      site.robots("");
      var one = new CrawlBench(directory.resolve("one"));
      assertThat(one.crawl(site.origin() + "/").complete()).isTrue();
      var several = new CrawlBench(directory.resolve("several"));
      var traffic = site.slow(Duration.ofMillis(20));

      var summary = crawl(several, SEVERAL, site.origin() + "/");

      assertThat(summary.complete()).as("%s", summary).isTrue();
      assertThat(traffic.mostUnderWay).hasValue(CONNECTIONS);
      several.assertFoundExactly(site);
      assertThat(traffic.requests).hasValue((int) summary.pages());
      assertThat(findings(several)).isEqualTo(findings(one));
    }
  }

  @Test
  void aCrawlDelayOfTheSiteMeansOneRequestAtATime() throws IOException {
    try (var site = new TestSite(directory.resolve("www"), 1)) {
      site.robots("User-agent: Sojourn\nCrawl-delay: 1\n");
      for (int i = 0; i < 4; i++) {
        Files.writeString(site.root().resolve("p" + i + ".html"), "<title>Page</title>" + i);
      }
      Files.writeString(
          site.root().resolve("start.html"),
          "<title>Start</title><a href=p0.html>0</a><a href=p1.html>1</a><a href=p2.html>2</a>");
      var traffic = site.slow(Duration.ofMillis(20));
      var begun = System.nanoTime();

      var summary =
          crawl(new CrawlBench(directory.resolve("out")), SEVERAL, site.origin() + "/start.html");

      assertThat(summary.pages()).isEqualTo(4);
      assertThat(traffic.mostUnderWay).hasValue(1);
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(Duration.ofSeconds(3));
    }
  }

  @Test
  void noPageIsAskedForBeyondTheLimitOfTheVisit() throws IOException {
    try (var site = new TestSite(directory.resolve("www"), PAGES)) {
      site.robots("");
      var traffic = site.slow(Duration.ofMillis(5));
      var usual = SEVERAL.budget().allowance();
      var seven = new Allowance(7, usual.bytes(), usual.findings(), usual.seconds());
      var bench = new CrawlBench(directory.resolve("out"));

      var summary = crawl(bench, TestSettings.withAllowance(SEVERAL, seven), site.origin() + "/");

      // The agent asked for one more, which is disallowed.
      assertThat(summary.pages()).isEqualTo(6);
      assertThat(traffic.requests).hasValue(6);
      assertThat(summary.territories().getFirst().reason()).isEqualTo("stopped by --max-pages 7.");
    }
  }

  private static CrawlSummary crawl(CrawlBench bench, CrawlSettings settings, String... starts)
      throws IOException {
    return SharedSandbox.crawl(bench.request(settings, starts));
  }

  private static List<String> findings(CrawlBench bench) throws IOException {
    return Files.readAllLines(bench.out.resolve("findings.jsonl"));
  }
}
