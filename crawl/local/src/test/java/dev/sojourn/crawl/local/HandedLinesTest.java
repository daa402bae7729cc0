package dev.sojourn.crawl.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.agent.Scope;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLimits;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.Bytes;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.core.CrawlTerms;
import dev.sojourn.crawl.core.CrawlTerritory;
import dev.sojourn.crawl.core.Ending;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.core.SiteState;
import dev.sojourn.crawl.core.SiteVisit;
import dev.sojourn.crawl.core.SitemapState;
import dev.sojourn.crawl.core.Stage;
import dev.sojourn.crawl.core.Tally;
import dev.sojourn.crawl.core.TerritoryState;
import dev.sojourn.crawl.index.SearchIndex;
import dev.sojourn.crawl.local.lines.ParcelCache;
import dev.sojourn.crawl.local.log.CrawlLog;
import dev.sojourn.crawl.local.log.LoggedSite;
import dev.sojourn.crawl.local.recrawl.EarlierRounds;
import dev.sojourn.crawl.local.recrawl.SiteHistory;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.StoredLines;
import dev.sojourn.crawl.testing.IndexRecords;
import dev.sojourn.filter.UrlFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The files and the index of a crawl, made from lines that were handed on and made from the store.
class HandedLinesTest {
  private static final String SITE = "http://a.example";
  private static final Scope SCOPE = Scope.site(SITE);
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
  private static final Ending DONE = new Ending.Finished(List.of());
  private static final Ending LOST = new Ending.Lost("It was lost.");

  @TempDir Path directory;
  private CrawlStore store;
  private ParcelCache fresh;
  private SiteContext site;
  private CrawlLoop loop;

  @BeforeEach
  void begin() throws IOException {
    store = CrawlStore.open(directory.resolve("crawl.db"));
    var terms = new CrawlTerms(SITE, "r1s0", new Allowance(9, 9, 9, 9), 1, 4, 10);
    store.begin(
        new CrawlHeader("r1", List.of(), "TestBot", "0".repeat(64), "a.Agent", "key", 0, Map.of()),
        Bytes.utf8("jar"),
        List.of(terms));
    fresh = fresh(ParcelCache.Bounds.DEFAULT);
    site = new SiteContext(0, terms, "TestBot", new NoRules(), SITE::equals);
    loop = new CrawlLoop(store, fresh, List.of(site), _ -> {}, () -> {});
  }

  private ParcelCache fresh(ParcelCache.Bounds bounds) {
    return ParcelCache.of(directory.resolve("findings.spool"), bounds, true);
  }

  private void bound(ParcelCache.Bounds bounds) {
    fresh.close();
    fresh = fresh(bounds);
    loop = new CrawlLoop(store, fresh, List.of(site), _ -> {}, () -> {});
  }

  @AfterEach
  void close() throws IOException {
    fresh.close();
    store.close();
  }

  /// A parcel of a host, as it is gathered.
  private void arrives(Parcel parcel) throws IOException {
    try (var content = loop.content(site, parcel)) {
      assertThat(parcel.read(ParcelLimits.DEFAULT, content)).isEmpty();
      loop.parcel(site, content);
    }
  }

  private void visited(Stage stage, SiteVisit... visits) {
    var territory =
        new TerritoryState(
            new CrawlTerritory(0, SCOPE, new Place.Home()),
            stage,
            List.of(),
            List.of(visits),
            "",
            Optional.empty());
    site.state(
        new SiteState(
            site.state().terms(),
            new SiteState.Standing(true, false, false, false),
            new SiteState.Waiting(List.of(), List.of(), 0, List.of()),
            List.of(territory),
            SitemapState.NONE));
  }

  private static SiteVisit visit(String agentId, Ending ending) {
    return new SiteVisit(
        new SiteVisit.Assignment(agentId, new Place.Home(), 0, 0, 1, ""),
        new SiteVisit.Result(ending, Tally.NONE),
        false,
        0);
  }

  /// All that a crawl reports of its parcels.
  private record Reported(
      String findings,
      Map<String, Map<Integer, Long>> counts,
      String log,
      CrawlLog.Counts logged,
      List<String> index) {}

  private Reported noted(StoredLines lines, String name) throws IOException {
    var out = Files.createDirectories(directory.resolve(name));
    var findings = out.resolve("findings.jsonl");
    var histories = List.of(SiteHistory.of(store, 0, site.state(), _ -> false, true));
    var counts =
        new FindingsFile(lines, false, Optional.empty())
            .writeBefore(Instant.MAX, () -> Instant.EPOCH, findings, List.of(site), histories)
            .orElseThrow();
    var log = out.resolve("urls.jsonl");
    var logged =
        new CrawlLog(lines, () -> NOW)
            .write(
                log,
                List.of(
                    new LoggedSite(
                        SITE,
                        site.state().territories(),
                        UrlFilter.NONE,
                        url -> url.contains("/private/"),
                        List.of(),
                        _ -> false,
                        _ -> {})),
                NOW);
    return new Reported(
        Files.readString(findings), counts, Files.readString(log), logged, index(lines, out));
  }

  private List<String> index(StoredLines lines, Path out) throws IOException {
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      var feed =
          new IndexFeed(
              store,
              lines,
              index,
              loop,
              InstantSource.system(),
              _ -> Optional.of(SCOPE),
              new EarlierRounds(store),
              false);
      feed.finish();
      feed.run();
      feed.close("r1", site.state().superseded(), List.of());
    }
    return IndexRecords.of(out);
  }

  private Reported assertTheSame() throws IOException {
    var handed = noted(new StoredLines(store, fresh), "handed");
    assertThat(handed).isEqualTo(noted(new StoredLines(store), "stored"));
    return handed;
  }

  /// Leaves only the heads of the store's parcels readable.
  private void damageTheStore() throws Exception {
    try (var database =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("crawl.db"));
        var statement = database.createStatement()) {
      statement.execute("UPDATE parcel SET body = zeroblob(length(body))");
    }
  }

  @Test
  void whatWasReadWhenItCameIsNotReadFromTheStoreAgain() throws Exception {
    arrives(Parcel.pack("r1s0t0v0", 1, List.of(page("/a"), finding("/a"), page("/b"))));
    arrives(Parcel.pack("r1s0t0v0", 2, List.of(finding("/b"))));
    visited(new Stage.Settled(Stage.Result.COMPLETE, ""), visit("r1s0t0v0", DONE));
    damageTheStore();

    var noted = noted(new StoredLines(store, fresh), "handed");

    assertThat(noted.findings()).hasLineCount(2);
    assertThat(noted.log()).hasLineCount(2).contains("\"indexed\":true");
    assertThat(noted.index()).hasSize(2);
    assertThatThrownBy(() -> noted(new StoredLines(store), "stored"))
        .hasMessageContaining("damaged");
  }

  @Test
  void ofTwoVisitsTheSupersededOneIsInNeitherFile() throws IOException {
    arrives(Parcel.pack("r1s0t0v0", 1, List.of(page("/a"), finding("/a"), finding("/only"))));
    arrives(Parcel.pack("r1s0t0v1", 1, List.of(page("/a"), finding("/a"))));
    visited(
        new Stage.Settled(Stage.Result.COMPLETE, ""),
        visit("r1s0t0v0", LOST),
        visit("r1s0t0v1", DONE));
    assertThat(assertTheSame().findings()).hasLineCount(1).doesNotContain("/only");
  }

  @Test
  void whileALostVisitCountsEachUrlIsWrittenOnceTheLaterOne() throws IOException {
    arrives(Parcel.pack("r1s0t0v0", 1, List.of(page("/a"), finding("/a"), finding("/only"))));
    arrives(Parcel.pack("r1s0t0v1", 1, List.of(page("/a"), finding("/a"))));
    visited(new Stage.Visiting(), visit("r1s0t0v0", LOST), visit("r1s0t0v1", DONE));
    assertThat(assertTheSame().findings()).hasLineCount(2).contains("/only");
  }

  @Test
  void aParcelThatComesAgainAfterAResumeIsThereOnce() throws IOException {
    var first = Parcel.pack("r1s0t0v0", 1, List.of(page("/a"), finding("/a")));
    store.addParcel(0, first, 1, event());
    arrives(first);
    arrives(Parcel.pack("r1s0t0v0", 2, List.of(page("/b"), finding("/b"))));
    arrives(Parcel.pack("r1s0t0v0", 2, List.of(page("/b"), finding("/forged"))));
    visited(new Stage.Settled(Stage.Result.COMPLETE, ""), visit("r1s0t0v0", DONE));
    assertThat(assertTheSame().findings()).hasLineCount(2).doesNotContain("forged");
  }

  @Test
  void anIndexThatLagsFarBehindGetsEveryFinding() throws IOException {
    bound(new ParcelCache.Bounds(4_000, 1 << 20, 0));
    for (int i = 1; i <= 60; i++) {
      arrives(Parcel.pack("r1s0t0v0", i, List.of(page("/" + i), finding("/" + i))));
    }
    visited(new Stage.Settled(Stage.Result.COMPLETE, ""), visit("r1s0t0v0", DONE));
    assertThat(assertTheSame().index()).hasSize(60);
  }

  /// Crawls of any kind: some parcels are of an earlier run, some come twice, and some visits are
  /// lost.
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void filesAndIndexAreTheSameHoweverTheParcelsCame(long seed) throws IOException {
    var random = new Random(seed);
    bound(new ParcelCache.Bounds(1 << (9 + random.nextInt(8)), 1 << (7 + random.nextInt(8)), 0));
    var visits = new ArrayList<SiteVisit>();
    var due = new ArrayList<List<Parcel>>();
    for (int i = 0; i < 1 + random.nextInt(3); i++) {
      var agentId = "r1s0t0v" + i;
      visits.add(visit(agentId, random.nextInt(3) == 0 ? LOST : DONE));
      due.add(parcels(agentId, random));
    }
    int earlier = random.nextBoolean() ? 0 : random.nextInt(8);
    for (int i = 0; due.stream().anyMatch(left -> !left.isEmpty()); i++) {
      var next = due.get(random.nextInt(due.size()));
      if (next.isEmpty()) {
        continue;
      }
      var parcel = next.removeFirst();
      if (i < earlier) {
        store.addParcel(0, parcel, 0, event());
      } else {
        arrives(parcel);
        if (random.nextInt(4) == 0) {
          arrives(parcel);
        }
      }
    }
    var stage =
        random.nextBoolean() ? new Stage.Settled(Stage.Result.COMPLETE, "") : new Stage.Visiting();
    visited(stage, visits.toArray(SiteVisit[]::new));
    assertTheSame();
  }

  private static List<Parcel> parcels(String agentId, Random random) {
    var parcels = new ArrayList<Parcel>();
    for (int number = 1; number <= random.nextInt(7); number++) {
      var lines = new ArrayList<ParcelLine>();
      for (int i = 0; i < random.nextInt(9); i++) {
        lines.add(line(random));
      }
      parcels.add(Parcel.pack(agentId, number, lines));
    }
    return parcels;
  }

  private static ParcelLine line(Random random) {
    var path = "/" + random.nextInt(6);
    return switch (random.nextInt(12)) {
      case 0, 1, 2 -> page(path);
      case 3, 4 -> finding(path);
      case 5 -> new ParcelLine.Finding("{\"text\":\"Ünï©ode \uD83D\uDE00 \\u0000\",\"url\":7}");
      case 6 ->
          new ParcelLine.Finding(
              "{\"digest\":\"" + print(path) + "\",\"betterUrl\":\"" + SITE + path + "\"}");
      case 7 -> new ParcelLine.Referral(SITE + "/private" + path);
      case 8 -> new ParcelLine.Referral("HTTP://A.example/private" + path);
      case 9 -> new ParcelLine.Dropped(1 + random.nextInt(9));
      case 10 ->
          new ParcelLine.Counted(
              new FrontierCounts(0, random.nextInt(9), 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0));
      default -> new ParcelLine.Log("It says something.");
    };
  }

  private static Event.Referred event() {
    return new Event.Referred("r1s0t0v0", List.of());
  }

  private static ParcelLine finding(String path) {
    return new ParcelLine.Finding(
        "{\"url\":\"%s%s\",\"title\":\"A page\",\"text\":\"Words of %s\"}"
            .formatted(SITE, path, path));
  }

  private static ParcelLine page(String path) {
    return new ParcelLine.Page(
        new PageRecord(
            SITE + path,
            Optional.empty(),
            Optional.of(SITE + "/"),
            OptionalInt.of(1),
            NOW,
            Duration.ofMillis(5),
            PageOutcome.FETCHED,
            200,
            "",
            Optional.of(
                new PageRecord.Body(
                    "text/html", 7, print(path), false, "", Optional.empty(), Optional.empty()))));
  }

  private static String print(String path) {
    return "%016x".formatted(path.hashCode());
  }
}
