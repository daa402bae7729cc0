package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.core.ChangedTerms;
import dev.sojourn.crawl.core.RuleChange;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.report.CrawlWay;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whole crawls of sites whose robots.txt changes after it was read first.
class ChangedRobotsIT {
  private static final String ALL_ALLOWED = "User-agent: *\nAllow: /\n";
  private static final String NOTHING_ALLOWED = "User-agent: *\nDisallow: /\n";

  @TempDir Path directory;

  private static CrawlSummary limited(CrawlBench bench, int pages, String start)
      throws IOException {
    var settings =
        TestSettings.withAllowance(
            bench.request(start).settings(), new Allowance(pages, 4L << 30, 100_000, 86_400));
    return SharedSandbox.crawl(bench.request(settings, start));
  }

  private static CrawlSummary resumed(CrawlBench bench) throws IOException {
    var raised =
        new ChangedTerms(
            OptionalLong.of(1_000),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalInt.empty(),
            RuleChange.NONE);
    return SharedSandbox.crawl(bench.request().withChanged(raised));
  }

  @Test
  void aResumedCrawlFetchesNothingOfASiteThatBecameDisallowed() throws IOException {
    var bench = new CrawlBench(directory.resolve("out"));
    try (var site = new ChangingSite(ALL_ALLOWED)) {
      assertThat(limited(bench, 5, site.origin() + "/").pages()).isEqualTo(5);
      site.asked.clear();
      site.robots(NOTHING_ALLOWED);
      var summary = resumed(bench);
      assertThat(site.asked).as("%s", summary).containsExactly("200 /robots.txt");
      assertThat(bench.foundUrls()).hasSize(5);
    }
  }

  @Test
  void aResumedCrawlGoesOnWhereRobotsTxtIsStillTheSameAndReadsItAsA304() throws IOException {
    var bench = new CrawlBench(directory.resolve("out"));
    try (var site = new ChangingSite(ALL_ALLOWED)) {
      limited(bench, 5, site.origin() + "/");
      site.asked.clear();
      assertThat(resumed(bench).complete()).isTrue();
      assertThat(site.asked.getFirst()).isEqualTo("304 /robots.txt");
      assertThat(bench.foundUrls()).doesNotHaveDuplicates().hasSize(ChangingSite.PAGES);
    }
  }

  @Test
  void aResumedCrawlSendsNoAgentToAHostOfASiteThatBecameNone() throws IOException {
    var bench = new CrawlBench(directory.resolve("out"));
    try (var site = new TestSite(directory.resolve("www"), 10);
        var host = TestHost.start(directory.resolve("one"), site, bench.owner.verifyKey(), "")) {
      site.robots("Mobile-agent-server: / %s\n".formatted(host.url()));
      var first = limited(bench, 3, site.origin() + "/");
      assertThat(first.territories().getFirst().crawled())
          .as("%s", first)
          .isEqualTo(CrawlWay.MOBILE);
      site.robots("Mobile-agent-server: / none\n");
      var summary = resumed(bench);
      assertThat(summary.complete()).as("%s", summary).isTrue();
      assertThat(summary.territories().getFirst().reason())
          .isEqualTo(
              "%s/robots.txt no longer names %s for /, but none (line 4)."
                  .formatted(site.origin(), host.url()));
      assertThat(summary.wireBytesClassic()).isPositive();
      bench.assertFoundExactly(site);
    }
  }

  @Test
  void aLongCrawlReadsRobotsTxtAgainAfterADayAndStopsAtWhatBecameDisallowed() throws IOException {
    var bench = new CrawlBench(directory.resolve("out"));
    var clock = new SettableClock();
    try (var site = new ChangingSite(ALL_ALLOWED)) {
      site.whenAskedFor(
          7,
          () -> {
            site.robots(NOTHING_ALLOWED);
            clock.passes(Duration.ofHours(25));
          });
      SharedSandbox.crawl(bench.request(site.origin() + "/"), clocks(clock));
      assertThat(site.asked)
          .endsWith("200 /7", "200 /robots.txt")
          .doesNotContain("200 /8")
          .hasSize(10);
    }
  }

  @Test
  void aLongCrawlGoesOnWhileRobotsTxtFailsForAMoment() throws IOException {
    var bench = new CrawlBench(directory.resolve("out"));
    var clock = new SettableClock();
    try (var site = new ChangingSite(ALL_ALLOWED)) {
      site.whenAskedFor(
          7,
          () -> {
            site.robotsFailWith(503);
            clock.passes(Duration.ofHours(25));
          });
      var summary = SharedSandbox.crawl(bench.request(site.origin() + "/"), clocks(clock));
      assertThat(summary.complete()).isTrue();
      assertThat(site.count("503 /robots.txt")).isEqualTo(1);
      assertThat(bench.foundUrls()).hasSize(ChangingSite.PAGES);
    }
  }

  /// All clocks are the machine's but the one by which robots.txt is read again.
  private static Crawl.Clocks clocks(InstantSource rules) {
    var usual = Crawl.Clocks.of(InstantSource.system());
    return new Crawl.Clocks(usual.machine(), usual.steady(), rules);
  }
}
