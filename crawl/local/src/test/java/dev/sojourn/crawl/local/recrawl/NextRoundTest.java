package dev.sojourn.crawl.local.recrawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.KnownPages;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.Bytes;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.core.ChangedTerms;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.core.CrawlTerms;
import dev.sojourn.crawl.core.CrawlTerritory;
import dev.sojourn.crawl.core.Ending;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.core.Tally;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.KnownRow;
import dev.sojourn.crawl.plan.PartitionWish;
import dev.sojourn.crawl.plan.RobotsOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The knowledge before each round of a crawl, from what the visits of the round before wrote.
class NextRoundTest {
  private static final String SITE = "http://a.example";
  private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");
  private static final String ROBOTS = "User-agent: *\nDisallow: /private/\n";

  @TempDir Path directory;
  private CrawlStore store;
  private int rounds = 1;

  @BeforeEach
  void begin() throws IOException {
    store = CrawlStore.open(directory.resolve("crawl.db"));
    var header =
        new CrawlHeader(
            "r1", List.of(SITE + "/"), "TestBot", "0".repeat(64), "a.Agent", "key", 0, Map.of());
    store.begin(
        header,
        Bytes.utf8("jar"),
        List.of(new CrawlTerms(SITE, "r1s0", new Allowance(9, 9, 9, 9), 1, 4, 10)));
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void thatMorePagesAreKnownThanAnAgentCanGetIsSaidInThatRoundAndNoOther() throws IOException {
    var letters = new Random(1);
    store.together(
        () -> {
          for (int i = 0; i < 900; i++) {
            var url = new StringBuilder(SITE + "/");
            letters.ints(7_000, 'a', 'z').forEach(url::appendCodePoint);
            store.known().keep(0, KnownRow.unread(url.toString(), 0));
          }
        });
    beginRound("r2");
    assertThat(new EarlierRounds(store).state(Scope.site(SITE), false)).isEmpty();
    assertThat(new EarlierRounds(store).remarks("http://b.example")).isEmpty();
    assertThat(new EarlierRounds(store).remarks(SITE))
        .singleElement()
        .asString()
        .startsWith("900 known pages of http://a.example/ are more than an agent takes along");
    store.known().keep(0, KnownRow.unread(SITE + "/", 0));
    beginRound("r3");
    assertThat(new EarlierRounds(store).state(Scope.site(SITE), false)).isPresent();
    assertThat(new EarlierRounds(store).remarks(SITE)).isEmpty();
  }

  private void beginRound(String id) throws IOException {
    var header =
        new CrawlHeader(
            id, List.of(SITE + "/"), "TestBot", "0".repeat(64), "a.Agent", "key", 0, Map.of());
    var terms = new CrawlTerms(SITE, id + "s0", new Allowance(9, 9, 9, 9), 1, 4, 10);
    store.known().beginRound(header, List.of(terms));
  }

  @Test
  void aCrawlThatIsNotOverIsLeftAsItIs() throws IOException {
    assertThat(NextRound.begin(store, "r2", ChangedTerms.NONE, NOW)).isFalse();
    assertThat(store.known().isEmpty()).isTrue();
    assertThat(store.header().orElseThrow().id()).isEqualTo("r1");
  }

  /// If these were two steps, a crash could have left the first alone.
  @Test
  void aCrashDoesNotTakeTheWishForPartsFromTheRoundThatBegan() throws IOException {
    var wish = PartitionWish.ofPaths(List.of("/docs/"));
    CrawlStore.Step keep = () -> SitePlans.keep(store, wish);
    assertThat(NextRound.begin(store, "r2", ChangedTerms.NONE, NOW, keep)).isFalse();
    assertThat(store.setting("partition")).isEmpty();
    visited();
    long before = store.flushes();
    assertThat(NextRound.begin(store, "r2", ChangedTerms.NONE, NOW, keep)).isTrue();
    assertThat(store.flushes()).isEqualTo(before + 1);
    assertThat(store.setting("partition")).contains(wish.text());
  }

  @Test
  void aRowIsTheLastAnswerOfTheRound() throws IOException {
    round(
        page("/read", "1"),
        new ParcelLine.Finding("{\"url\":\"x\"}"),
        page("/over", "2"),
        new ParcelLine.Finding("{\"a\":[{}],\"unavailableAfter\":\"2026-11-25T11:00:00Z\"}"),
        none("/missing", PageOutcome.CLIENT_ERROR),
        page("/twice", "3"),
        none("/twice", PageOutcome.CLIENT_ERROR),
        new ParcelLine.Referral(SITE + "/private/a"),
        new ParcelLine.Referral(SITE + "/read"),
        new ParcelLine.Referral("http://else.example/"));
    assertThat(rows())
        .extracting(KnownRow::url, KnownRow::agentId, KnownRow::fields, KnownRow::gone)
        .containsExactly(
            row("/missing", "", "", 1),
            row("/over", "r1s0t0v0", "", 0),
            row("/private/a", "", "", 0),
            row("/read", "r1s0t0v0", "00000001".repeat(2), 0),
            row("/twice", "", "", 1));

    round(
        none("/read", PageOutcome.UNCHANGED),
        none("/over", PageOutcome.SERVER_ERROR),
        none("/missing", PageOutcome.CLIENT_ERROR));
    assertThat(rows())
        .extracting(KnownRow::url, KnownRow::agentId, KnownRow::fields, KnownRow::gone)
        .containsExactly(
            row("/missing", "", "", 2),
            row("/over", "r1s0t0v0", "", 0),
            row("/private/a", "", "", 1),
            row("/read", "r1s0t0v0", "00000001".repeat(2), 0),
            row("/twice", "", "", 2));
  }

  @Test
  void aUrlWithoutAPageIsForgottenAfterTenRounds() throws IOException {
    for (int i = 0; i < NextRound.MAX_GONE; i++) {
      round(page("/", "1"), none("/gone", PageOutcome.CLIENT_ERROR));
      assertThat(rows()).hasSize(2);
    }
    round(page("/", "1"), none("/gone", PageOutcome.CLIENT_ERROR));

    assertThat(rows()).extracting(KnownRow::url).containsExactly(SITE + "/");
  }

  @Test
  void visitsOfWhichNothingCountsAreForgottenWithTheirParcels() throws IOException {
    round(page("/a", "1"), page("/b", "2"));
    round(page("/a", "3"), none("/b", PageOutcome.UNCHANGED));
    assertThat(store.known().earlier()).hasSize(2);
    round(page("/a", "4"), page("/b", "5"));

    assertThat(store.known().earlier())
        .singleElement()
        .satisfies(visit -> assertThat(visit.agentId()).isEqualTo("r3s0t0v0"));
    assertThat(store.parcelsAfter(0, 10)).hasSize(1);
  }

  @Test
  void pagesWithOneBodyAreReadWhateverIsKnown() throws IOException {
    round(page("/a", "1"), page("/b", "2"), page("/c", "2"));

    var state = new EarlierRounds(store).state(Scope.site(SITE), true).orElseThrow();
    var pages = KnownPages.parse(state.toArray());

    assertThat(pages.get(0).print()).isPresent();
    assertThat(pages.get(0).validators().etag()).contains("\"1\"");
    assertThat(pages.get(1).print()).isEmpty();
    assertThat(pages.get(2).print()).isEmpty();
    var atHost = new EarlierRounds(store).state(Scope.site(SITE), false).orElseThrow();
    assertThat(atHost.size()).isLessThan(state.size());
  }

  /// Has one visit write the lines and finish, and begins the next round.
  private void round(ParcelLine... lines) throws IOException {
    visited(lines);
    rounds++;
    assertThat(NextRound.begin(store, "r" + rounds, ChangedTerms.NONE, NOW)).isTrue();
  }

  private void visited(ParcelLine... lines) throws IOException {
    var agent = "r" + rounds + "s0t0v0";
    var robots = RobotsOutcome.of(RobotsOutcome.Kind.READ, Bytes.utf8(ROBOTS), "It was read.");
    var territory = new CrawlTerritory(0, Scope.site(SITE), new Place.Home());
    store.planned(0, robots, new Event.Planned(List.of(territory), false));
    store.addParcel(
        0, Parcel.pack(agent, 1, List.of(lines)), 0, new Event.Referred(agent, List.of()));
    store.append(0, new Event.Ended(agent, new Ending.Finished(List.of()), Tally.NONE));
    store.append(0, new Event.Concluded());
  }

  private List<KnownRow> rows() throws IOException {
    var rows = new ArrayList<KnownRow>();
    store.known().read(0, rows::add);
    return rows;
  }

  private static Tuple row(String path, String agentId, String fields, int gone) {
    return Tuple.tuple(SITE + path, agentId, fields, gone);
  }

  private static ParcelLine page(String path, String body) {
    return record(
        path,
        PageOutcome.FETCHED,
        Optional.of(
            new PageRecord.Body(
                "text/html",
                1,
                body.repeat(16),
                false,
                "00000001".repeat(2),
                Optional.of("\"" + body + "\""),
                Optional.empty())));
  }

  private static ParcelLine none(String path, PageOutcome outcome) {
    return record(path, outcome, Optional.empty());
  }

  private static ParcelLine record(
      String path, PageOutcome outcome, Optional<PageRecord.Body> body) {
    return new ParcelLine.Page(
        new PageRecord(
            PageUrl.parse(SITE + path).orElseThrow().toString(),
            Optional.empty(),
            Optional.empty(),
            OptionalInt.empty(),
            NOW,
            Duration.ZERO,
            outcome,
            0,
            "",
            body));
  }
}
