package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.report.CrawlWay;
import dev.sojourn.crawl.local.report.FollowEvent;
import dev.sojourn.crawl.local.report.FollowEvent.Kind;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import dev.sojourn.crawl.local.report.TerritoryStatus;
import dev.sojourn.crawl.local.report.TerritorySummary;
import dev.sojourn.crawl.plan.PartitionWish;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.crawl.testing.IndexRecords;
import dev.sojourn.samples.links.LinkCheckAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Crawls whose territory several visits read at once. They have to find, record by record, what
/// one visit finds. The only links to `/b/` are in `/a/`, and those to `/c/` in `/b/`.
@Timeout(300)
class PartitionedCrawlIT {
  private static final PartitionWish B_AND_C = PartitionWish.ofPaths(List.of("/b/", "/c/"));

  /// So many that the known pages make two parts.
  private static final int PAGES = 140;

  /// The tag of tests that need as many.
  private static final String COUNTED = "counted";

  @TempDir Path directory;
  private TestSite site;
  private CrawlBench whole;
  private CrawlBench parts;

  @BeforeEach
  void build(TestInfo test) throws IOException {
    boolean isCounted = test.getTags().contains(COUNTED);
    site = new TestSite(directory.resolve("www"), isCounted ? PAGES : PAGES / 4);
    whole = new CrawlBench(directory.resolve("whole"));
    parts = new CrawlBench(directory.resolve("parts"), whole.owner);
  }

  @AfterEach
  void close() {
    site.close();
  }

  private TestHost host(String more) throws IOException {
    var host = TestHost.start(directory.resolve("host"), site, whole.owner.verifyKey(), more);
    site.robots("Mobile-agent-server: / %s\n".formatted(host.url()));
    return host;
  }

  private CrawlRequest request(PartitionWish wish, String... starts) {
    return parts.request(TestSettings.withPartition(CrawlSettings.defaults(), wish), starts);
  }

  private static CrawlSummary again(CrawlBench bench, PartitionWish wish) throws IOException {
    var settings = TestSettings.withPartition(CrawlSettings.defaults(), wish);
    return Crawl.runAgain(bench.request(settings), CrawlListener.SILENT, InstantSource.system());
  }

  private static List<String> sorted(CrawlBench bench) throws IOException {
    return Files.readAllLines(bench.out.resolve("findings.jsonl")).stream().sorted().toList();
  }

  private void assertSameFindings() throws IOException {
    assertThat(sorted(parts)).isEqualTo(sorted(whole));
    assertThat(IndexRecords.of(parts.out)).isEqualTo(IndexRecords.of(whole.out));
  }

  private static void assertMobile(CrawlSummary summary, String... parts) {
    assertThat(summary.complete()).as("%s", summary).isTrue();
    assertThat(summary.territories())
        .as("%s", summary)
        .allSatisfy(t -> assertThat(t.crawled()).isEqualTo(CrawlWay.MOBILE))
        .extracting(TerritorySummary::part)
        .containsExactly(parts);
  }

  @Test
  @Tag(COUNTED)
  void severalVisitsFindWhatOneFindsAlsoWhenTheCrawlIsMadeAgain() throws IOException {
    try (var _ = host("");
        var other = new TestSite(directory.resolve("other"), 1)) {
      Files.writeString(
          other.root().resolve("index.html"),
          "<a href='%s/c/7.html'>from outside</a>".formatted(site.origin()));
      var starts = new String[] {site.origin() + "/", other.origin() + "/"};
      assertThat(whole.crawl(starts).complete()).isTrue();
      var first = SharedSandbox.crawl(request(B_AND_C, starts));
      assertThat(first.complete()).as("%s", first).isTrue();
      assertThat(first.territories())
          .extracting(TerritorySummary::path, TerritorySummary::part)
          .contains(tuple("/", "1 of 3"), tuple("/b/", "2 of 3"), tuple("/c/", "3 of 3"));
      assertSameFindings();
      parts.assertSameFromTheStore();

      Files.writeString(
          site.root().resolve("b/3.html"), "<title>Changed</title><a href='n.html'>n</a>");
      Files.writeString(
          site.root().resolve("b/n.html"), "<title>New</title><a href='/a/new.html'>n</a>");
      Files.writeString(site.root().resolve("a/new.html"), "<title>Newer</title>");
      Files.delete(site.root().resolve("c/4.html"));
      var united = again(parts, PartitionWish.NONE);
      assertThat(united.territories()).extracting(TerritorySummary::part).containsOnly("");
      var divided = again(whole, new PartitionWish(4, List.of()));
      assertThat(divided.territories())
          .extracting(TerritorySummary::part)
          .contains("1 of 2", "2 of 2");
      assertThat(divided.recrawl()).as("%s", divided).isEqualTo(united.recrawl());
      assertThat(united.recrawl().unchanged()).isGreaterThan(3 * PAGES - 10);
      assertThat(united.recrawl().added()).isEqualTo(2);
      assertSameFindings();
      whole.assertSameFromTheStore();
    }
  }

  @Test
  void partsTakeTurnsAtAHostThatRunsOneVisitAndSpendNoMoreThanTheTerritoryMay() throws IOException {
    // A visit stops at the pages that it asked for, and these are not found.
    for (var section : TestSite.SECTIONS) {
      Files.writeString(
          site.root().resolve(section + "/index.html"),
          "<a href='gone1.html'>1</a><a href='gone2.html'>2</a>",
          StandardOpenOption.APPEND);
      Files.writeString(
          site.root().resolve(section + "/5.html"),
          "<a href='gone3.html'>3</a><a href='gone4.html'>4</a>",
          StandardOpenOption.APPEND);
    }
    try (var _ = host("visits-at-once = 1")) {
      var usual = CrawlSettings.defaults();
      var limit = new Allowance(60, 1L << 30, 1_000, 3_600);
      var settings = TestSettings.withAllowance(TestSettings.withPartition(usual, B_AND_C), limit);
      var summary = SharedSandbox.crawl(parts.request(settings, site.origin() + "/"));
      assertThat(summary.pages()).as("%s", summary).isEqualTo(60);
      assertThat(summary.territories())
          .allSatisfy(t -> assertThat(t.crawled()).isEqualTo(CrawlWay.MOBILE))
          .anySatisfy(t -> assertThat(t.reason()).contains("--max-pages 60"));
      assertThat(parts.foundUrls()).doesNotHaveDuplicates().isSubsetOf(site.expected());
    }
  }

  @Test
  void anAgentThatHasToSeeTheWholeTerritoryIsNotSentToParts() {
    var settings = TestSettings.withPartition(CrawlSettings.defaults(), B_AND_C);
    var agent = CrawlBench.agent(LinkCheckAgent.class);
    assertThatThrownBy(
            () ->
                Crawl.run(
                    parts.request(settings, agent, site.origin() + "/"),
                    CrawlListener.SILENT,
                    InstantSource.system()))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("LinkCheckAgent")
        .hasMessageContaining("@Partitionable");
  }

  @Test
  void agentsOfPartsStayAndReportWhatChanges() throws Exception {
    try (var _ = host("")) {
      var events = new CopyOnWriteArrayList<FollowEvent>();
      var crawl =
          new FutureTask<>(
              () ->
                  Crawl.follow(
                      request(B_AND_C, site.origin() + "/"),
                      Duration.ofDays(1),
                      new HeardEvents(events),
                      InstantSource.system()));
      var thread = Thread.ofPlatform().start(crawl);
      await().atMost(Duration.ofMinutes(2)).until(() -> paths(events, Kind.ROUND_OVER).size() == 1);
      assertThat(paths(events, Kind.STAYING))
          .contains("/ (part 1 of 3)", "/b/ (part 2 of 3)", "/c/ (part 3 of 3)");
      Files.writeString(site.root().resolve("c/5.html"), "<title>Changed</title>");
      await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(
              () ->
                  assertThat(paths(events, Kind.CHANGED))
                      .as("%s", events)
                      .contains("/c/ (part 3 of 3)"));
      thread.interrupt();
      var summary = crawl.get();
      assertMobile(summary, "1 of 3", "2 of 3", "3 of 3");
      assertThat(summary.territories())
          .extracting(TerritorySummary::state)
          .containsOnly(TerritoryStatus.STAYING);
      parts.assertFoundExactly(site);
      assertThat(sorted(parts)).anyMatch(line -> line.contains("\"title\":\"Changed\""));
    }
  }

  private static List<String> paths(List<FollowEvent> events, Kind kind) {
    return events.stream().filter(e -> e.event() == kind).map(FollowEvent::path).toList();
  }

  private record HeardEvents(List<FollowEvent> events) implements CrawlListener {
    @Override
    public void planned(Plan plan) {}

    @Override
    public void changed(TerritoryProgress territory) {}

    @Override
    public void noted(String sentence) {}

    @Override
    public void followed(FollowEvent event) {
      events.add(event);
    }
  }
}
