package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.crawl.core.ChangedTerms;
import dev.sojourn.crawl.core.RuleChange;
import dev.sojourn.crawl.index.SearchIndex;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.report.CrawlWay;
import dev.sojourn.crawl.local.report.RecrawlCounts;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import dev.sojourn.crawl.local.report.TerritoryStatus;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.crawl.testing.IndexRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Crawls that are made again after their site changed. The index has to be, record by record, that
/// of a crawl from nothing.
class RecrawlIT {
  private static final int PAGES = 16;

  /// With the start page and an index in each folder.
  private static final int ALL = 3 * PAGES + 4;

  private static final String OPEN = "User-agent: *\nAllow: /\n";

  @TempDir Path directory;
  private RevisedSite site;
  private CrawlBench bench;

  @BeforeEach
  void build() throws IOException {
    site = new RevisedSite(directory.resolve("www"), PAGES);
    site.robots(OPEN);
    bench = new CrawlBench(directory.resolve("out"));
  }

  @AfterEach
  void close() {
    site.close();
  }

  /// A kill between the last event of a round and the commit of the index leaves the store of the
  /// round beside the index of the one before. The next round forgets the parcels that record what
  /// went.
  @Test
  void aKillBeforeTheIndexIsCommittedLosesNoPageThatWent() throws IOException {
    bench.crawl(site.origin() + "/");
    var index = bench.out.resolve("index");
    var before = directory.resolve("before");
    copy(index, before);
    site.delete(RevisedSite.page("c", 3));
    site.write(RevisedSite.page("a", 1), "Changed", "words");
    again();
    try (var files = Files.list(index)) {
      for (var file : files.toList()) {
        Files.delete(file);
      }
    }
    copy(before, index);

    againAlone();

    assertLikeACrawlFromNothing();
  }

  /// Between a crash and the round that brings the index up to date. The round would forget parcels
  /// that the index still lacks.
  @Test
  @Timeout(300)
  void anInterruptWhileTheIndexIsBroughtUpToDateBeginsNoRound() throws IOException {
    bench.crawl(site.origin() + "/");
    leaveTheIndexEmpty();
    int parcels = CrawlBench.keptParcels(bench.out);
    assertThat(parcels).isPositive();
    var round = round();

    var again = Crawl.runAgain(bench.request(), new InterruptsTheCatchUp(), InstantSource.system());
    assertThat(again.interrupted()).isTrue();
    leaveTheIndexEmpty();
    var followed =
        Crawl.follow(
            bench.request(),
            Duration.ofDays(1),
            new InterruptsTheCatchUp(),
            InstantSource.system());
    assertThat(followed.interrupted()).isTrue();
    assertThat(round()).isEqualTo(round);
    assertThat(CrawlBench.keptParcels(bench.out)).isEqualTo(parcels);

    assertThat(againAlone().interrupted()).isFalse();
    assertThat(round()).isNotEqualTo(round);
    assertThat(IndexRecords.of(bench.out)).hasSize(ALL);
  }

  private void leaveTheIndexEmpty() throws IOException {
    try (var files = Files.list(bench.out.resolve("index"))) {
      for (var file : files.toList()) {
        Files.delete(file);
      }
    }
    try (var empty = SearchIndex.open(bench.out, InstantSource.system())) {
      empty.commit(0);
    }
  }

  private String round() throws IOException {
    try (var store = CrawlStore.open(bench.out.resolve("crawl.db"))) {
      return store.header().orElseThrow().id();
    }
  }

  /// A user who stops the program while the index is brought up to date.
  private record InterruptsTheCatchUp(Thread ofCrawl, AtomicBoolean isCatchUp)
      implements CrawlListener {
    InterruptsTheCatchUp() {
      this(Thread.currentThread(), new AtomicBoolean());
    }

    @Override
    public void planned(Plan plan) {}

    @Override
    public void changed(TerritoryProgress territory) {
      if (isCatchUp.getAndSet(false)) {
        ofCrawl.interrupt();
      }
    }

    @Override
    public void noted(String sentence) {
      if (sentence.contains("brought up to date")) {
        isCatchUp.set(true);
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (var files = Files.list(from)) {
      for (var file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private CrawlSummary again() throws IOException {
    return SharedSandbox.crawlAgain(bench.request());
  }

  /// As the program does it, in a sandbox of the crawl's own.
  private CrawlSummary againAlone() throws IOException {
    return Crawl.runAgain(bench.request(), CrawlListener.SILENT, InstantSource.system());
  }

  /// Crawls the site from nothing, and compares what both know.
  private void assertLikeACrawlFromNothing() throws IOException {
    var fresh = new CrawlBench(Files.createTempDirectory(directory, "fresh"), bench.owner);
    fresh.crawl(site.origin() + "/");
    assertThat(IndexRecords.of(bench.out)).containsExactlyElementsOf(IndexRecords.of(fresh.out));
    assertThat(bodies(bench)).isEqualTo(bodies(fresh));
  }

  /// The bodies that have a finding. If a body has several URLs, the one that was visited first has
  /// the finding.
  private static List<String> bodies(CrawlBench of) throws IOException {
    var json = new ObjectMapper();
    var bodies = new ArrayList<String>();
    for (var line : Files.readAllLines(of.out.resolve("findings.jsonl"))) {
      if (!line.contains("betterUrl")) {
        bodies.add(json.readTree(line).path("digest").asText());
      }
    }
    bodies.sort(null);
    return bodies;
  }

  private static RecrawlCounts counts(long unchanged, long changed, long added, long gone) {
    return new RecrawlCounts(unchanged, 0, changed, added, gone, 0);
  }

  @Test
  void onlyChangedPagesAreSentByAServerThatMindsConditions() throws IOException {
    var first = bench.crawl(site.origin() + "/");
    assertThat(first.findings()).isEqualTo(ALL);
    assertThat(first.recrawl()).isEqualTo(RecrawlCounts.NONE);
    var records = IndexRecords.of(bench.out);
    var settings = TestSettings.withConnections(CrawlSettings.defaults(), 4);
    site.asked.clear();

    var same = SharedSandbox.crawlAgain(bench.request(settings));

    assertThat(same.recrawl()).isEqualTo(counts(ALL, 0, 0, 0));
    assertThat(same.complete()).isTrue();
    assertThat(same.pages()).isEqualTo(ALL);
    assertThat(same.urls().outcomes()).containsExactly(Map.entry("unchanged", (long) ALL));
    assertThat(same.urls().indexed()).isEqualTo(ALL);
    assertThat(site.asked).hasSize(ALL).allMatch(asked -> asked.startsWith("304"));
    assertThat(IndexRecords.of(bench.out)).isEqualTo(records);

    int tenth = ALL / 10;
    for (int i = 0; i < tenth; i++) {
      site.write(RevisedSite.page("b", i), "Other", "<a href='/b/%d.html'>".formatted(i + 1));
    }
    site.asked.clear();
    var other = again();

    assertThat(other.recrawl()).isEqualTo(counts(ALL - tenth, tenth, 0, 0));
    assertThat(other.findings()).isEqualTo(ALL);
    assertThat(site.asked).hasSize(ALL);
    assertThat(site.asked.stream().filter(a -> a.startsWith("200"))).hasSize(tenth);
    assertLikeACrawlFromNothing();
  }

  @Test
  void pagesThatAServerSendsWholeAreComparedByTheirDigest() throws IOException {
    bench.crawl(site.origin() + "/");
    site.ignoreConditions();
    site.write(RevisedSite.page("a", 3), "Other", "text");

    assertThat(again().recrawl()).isEqualTo(counts(ALL - 1, 1, 0, 0));
    assertLikeACrawlFromNothing();
  }

  @Test
  void everyKindOfChangeOfAClassicSiteIsInTheIndexAlsoInOneThatIsBuiltAnew() throws IOException {
    site.robots(OPEN + "Disallow: /c/7.html\n");
    site.write(RevisedSite.page("c", 8), "Same", "");
    revise();
    bench.crawl(site.origin() + "/");
    reviseAgain();
    site.redirects.put("/c/3.html", "/c/moved.html");
    site.write("c/moved.html", "Moved", "to here");
    site.redirects.put("/c/4.html", "/c/5.html");
    site.robotsTags.put("/c/6.html", "noindex");
    site.robots(OPEN + "Disallow: /b/2.html\nDisallow: /c/1\n");

    var summary = again();

    assertThat(summary.complete()).as("%s", summary).isTrue();
    assertThat(summary.recrawl().unchanged()).isGreaterThan(20);
    assertLikeACrawlFromNothing();

    site.robots(OPEN);
    site.redirects.clear();
    site.robotsTags.clear();
    site.write("a/gone.html", "Back", "again");
    again();
    deleteIndex();
    bench.crawl();
    assertLikeACrawlFromNothing();
  }

  @Test
  void aPageWhoseUseForSearchRobotsTxtDeniesNowLeavesTheIndexUntilItIsPermitted()
      throws IOException {
    bench.crawl(site.origin() + "/");

    site.robots(OPEN + "Content-Usage: /a/ search=n\n");
    again();
    assertThat(IndexRecords.of(bench.out)).hasSizeLessThan(ALL);
    assertLikeACrawlFromNothing();

    site.robots(OPEN);
    again();
    assertThat(IndexRecords.of(bench.out)).hasSize(ALL);
  }

  /// The first crawl finds some pages twice, a page that will go, and a link to one that will come.
  private void revise() throws IOException {
    site.writeWithHead("a/1.html", "<title>Twin</title>", "twins");
    site.writeWithHead("a/twin.html", "<title>Twin</title>", "twins");
    site.writeWithHead("a/10.html", "<title>Pair</title>", "pair");
    site.writeWithHead("a/11.html", "<title>Pair</title>", "pair");
    site.write("a/gone.html", "Gone", "soon");
    site.write(
        "a/2.html",
        "Two",
        "<a href=twin.html>t</a> <a href=gone.html>g</a> <a href=to-come.html>c</a>");
  }

  private void reviseAgain() throws IOException {
    site.delete("a/gone.html");
    site.write("a/to-come.html", "Come", "<a href=new.html>new</a>");
    site.write("a/new.html", "New", "page");
    site.writeWithHead("a/1.html", "<title>No twin</title>", "no twin any more");
    site.writeWithHead("a/12.html", "<title>Pair</title>", "pair");
    site.write("a/4.html", "Four", Files.readString(site.root().resolve("a/5.html")));
    Files.copy(
        site.root().resolve("b/9.html"),
        site.root().resolve("a/15.html"),
        StandardCopyOption.REPLACE_EXISTING);
    Files.copy(
        site.root().resolve("a/3.html"),
        site.root().resolve("b/11.html"),
        StandardCopyOption.REPLACE_EXISTING);
    site.writeWithHead("b/3.html", "<meta name=robots content=noindex><title>x</title>", "hidden");
    site.write("b/4.html", "Changed", "<a href='/b/fresh/'>fresh</a>");
    site.write("b/fresh/index.html", "Fresh", "<a href=deeper.html>d</a>");
    site.write("b/fresh/deeper.html", "Deeper", "page");
  }

  @Test
  void everyKindOfChangeOfAMobileSiteIsInTheIndex() throws IOException {
    revise();
    try (var one = host("one");
        var two = host("two")) {
      site.robots(OPEN + "Mobile-agent-server: / %s\n".formatted(one.url()));
      var first = bench.crawl(site.origin() + "/");
      assertThat(first.wireBytesClassic()).as("%s", first).isZero();
      site.asked.clear();

      assertThat(again().recrawl().unchanged()).isEqualTo(first.pages());
      assertLikeACrawlFromNothing();

      reviseAgain();
      site.robots(
          OPEN
              + "Disallow: /b/2.html\nMobile-agent-server: / %s\nMobile-agent-server: /c/ %s\n"
                  .formatted(one.url(), two.url()));
      var summary = again();

      assertThat(summary.territories())
          .allSatisfy(t -> assertThat(t.crawled()).isEqualTo(CrawlWay.MOBILE))
          .allSatisfy(t -> assertThat(t.state()).isEqualTo(TerritoryStatus.COMPLETE));
      assertThat(summary.recrawl().changed()).isPositive();
      assertThat(summary.recrawl().added()).isPositive();
      assertThat(site.asked).isEmpty();
      assertLikeACrawlFromNothing();

      site.robots(OPEN);
      assertThat(again().recrawl().changed()).isZero();
      assertLikeACrawlFromNothing();
    }
  }

  /// As if a disk were not mounted, or the link to the newest release were being changed.
  @Test
  void aFolderThatIsAwayFromItsHostEmptiesNoIndex() throws IOException {
    var link = Files.createSymbolicLink(directory.resolve("link"), site.root());
    try (var one = host("one", link)) {
      site.robots(OPEN + "Mobile-agent-server: / %s\n".formatted(one.url()));
      bench.crawl(site.origin() + "/");
      Files.delete(link);

      var away = again();

      assertThat(away.recrawl().gone()).as("%s", away).isZero();
      assertLikeACrawlFromNothing();
      Files.createSymbolicLink(link, site.root());
      var back = again();
      assertThat(back.recrawl().unchanged()).isEqualTo(ALL);
      assertThat(back.territories())
          .allSatisfy(t -> assertThat(t.crawled()).isEqualTo(CrawlWay.MOBILE));
    }
  }

  private TestHost host(String name) throws IOException {
    return host(name, site.root());
  }

  private TestHost host(String name, Path root) throws IOException {
    return TestHost.start(
        directory.resolve(name), site.origin(), root, bench.owner.verifyKey(), "");
  }

  private void deleteIndex() throws IOException {
    try (var files = Files.list(bench.out.resolve("index"))) {
      for (var file : files.toList()) {
        Files.delete(file);
      }
    }
  }

  @Test
  void aRoundThatWasStoppedIsResumed() throws Exception {
    bench.crawl(site.origin() + "/");
    site.write(RevisedSite.page("a", 3), "Other", "text");
    site.delete(RevisedSite.page("c", 3));
    var stopped = SharedSandbox.crawlAgain(bench.request(), new Stopping());

    assertThat(stopped.interrupted()).isTrue();
    var summary = bench.crawl();

    assertThat(summary.complete()).isTrue();
    assertThat(summary.recrawl()).isEqualTo(counts(ALL - 2, 1, 0, 1));
    assertLikeACrawlFromNothing();
  }

  @Test
  void aPageThatMovedToAnotherSiteOrInACircleIsGone() throws IOException {
    bench.crawl(site.origin() + "/");
    site.redirects.put("/a/3.html", "http://127.0.0.1:9/");
    site.redirects.put("/a/4.html", "/a/4.html");

    assertThat(again().recrawl().gone()).isEqualTo(2);
    assertLikeACrawlFromNothing();
  }

  /// A server that is down for a moment must not empty the index.
  @Test
  void aPageThatCannotBeReadNowStaysAsItWas() throws IOException {
    bench.crawl(site.origin() + "/");
    site.failing.add("/a/3.html");

    var summary = again();

    assertThat(summary.recrawl().kept()).isEqualTo(1);
    assertThat(summary.complete()).isFalse();
    assertThat(bench.foundUrls()).contains(site.origin() + "/a/3.html");
    site.failing.clear();
    assertThat(again().recrawl()).isEqualTo(counts(ALL, 0, 0, 0));
    assertLikeACrawlFromNothing();
  }

  @Test
  void aCrawlThatALimitStoppedKeepsWhatNobodyAskedFor() throws IOException {
    bench.crawl(site.origin() + "/");
    site.write(RevisedSite.page("a", 3), "Other", "text");
    var limited =
        bench
            .request()
            .withChanged(
                new ChangedTerms(
                    OptionalLong.of(10),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalInt.empty(),
                    RuleChange.NONE));

    var summary = SharedSandbox.crawlAgain(limited);

    assertThat(summary.recrawl().kept()).isPositive();
    assertThat(summary.findings()).isEqualTo(ALL);
    var raised =
        new ChangedTerms(
            OptionalLong.of(1_000),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalInt.empty(),
            RuleChange.NONE);
    SharedSandbox.crawl(bench.request().withChanged(raised));
    assertLikeACrawlFromNothing();
  }

  @Test
  void aCrawlThatIsNotFinishedAndOneOfAnotherKeyAreNotMadeAgain() throws IOException {
    assertThatThrownBy(this::againAlone)
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("There is no crawl in");
    SharedSandbox.crawl(bench.request(site.origin() + "/"), new Stopping());
    assertThatThrownBy(this::againAlone)
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("is not finished")
        .hasMessageContaining("sojourn crawl --resume --out ");
    bench.crawl();
    var stranger = bench.ofStranger();
    assertThatThrownBy(
            () -> Crawl.runAgain(stranger.request(), CrawlListener.SILENT, InstantSource.system()))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("was begun with the key " + bench.owner.id());
    assertThat(again().recrawl().unchanged()).isEqualTo(ALL);
  }

  /// Interrupts the crawl as soon as the site is planned.
  private static final class Stopping implements CrawlListener {
    private final Thread crawl = Thread.currentThread();

    @Override
    public void planned(Plan plan) {
      crawl.interrupt();
    }

    @Override
    public void changed(TerritoryProgress territory) {}

    @Override
    public void noted(String sentence) {}
  }
}
