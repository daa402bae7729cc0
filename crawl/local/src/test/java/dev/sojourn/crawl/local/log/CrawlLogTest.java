package dev.sojourn.crawl.local.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.agent.Scope;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.crawl.core.CrawlTerritory;
import dev.sojourn.crawl.core.Ending;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.core.SiteVisit;
import dev.sojourn.crawl.core.Stage;
import dev.sojourn.crawl.core.Tally;
import dev.sojourn.crawl.core.TerritoryState;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.StoredLines;
import dev.sojourn.filter.UrlFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CrawlLogTest {
  private static final Ending FINISHED = new Ending.Finished(List.of());
  private static final String SITE = "http://a.example";
  private static final Scope SCOPE = new Scope(SITE, List.of("/docs/"), List.of());
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

  @TempDir Path directory;
  private final List<PageRecord> readHere = new ArrayList<>();
  private final List<String> disallowedBefore = new ArrayList<>();
  private CrawlStore store;

  @BeforeEach
  void open() throws IOException {
    store = CrawlStore.open(directory.resolve("crawl.db"));
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void writesOneLineForEachUrlAndVisitTheLast() throws IOException {
    parcel("v1", 1, missing("/docs/a", PageOutcome.TIMED_OUT), page("/docs/b", "b"));
    parcel("v1", 2, page("/docs/a", "a"), finding("/docs/a"), finding("/docs/b"));

    var counts = write(visit("v1", FINISHED, 2));

    assertThat(lines())
        .containsExactly(
            "{\"url\":\"http://a.example/docs/b\",\"outcome\":\"fetched\",\"status\":200,"
                + "\"type\":\"text/html\",\"bytes\":7,\"at\":\"2026-06-01T12:00:00Z\","
                + "\"millis\":5,\"visit\":\"v1\",\"where\":\"home\",\"indexed\":true}",
            "{\"url\":\"http://a.example/docs/a\",\"outcome\":\"fetched\",\"status\":200,"
                + "\"type\":\"text/html\",\"bytes\":7,\"at\":\"2026-06-01T12:00:00Z\","
                + "\"millis\":5,\"visit\":\"v1\",\"where\":\"home\",\"indexed\":true}");
    assertThat(counts.all().outcomes()).isEqualTo(Map.of("fetched", 2L));
    assertThat(counts.all().indexed()).isEqualTo(2);
    assertThat(counts.of(SITE, 0)).isEqualTo(counts.all());
    assertThat(readHere)
        .extracting(PageRecord::url, PageRecord::outcome)
        .containsExactly(
            tuple(SITE + "/docs/a", PageOutcome.TIMED_OUT),
            tuple(SITE + "/docs/b", PageOutcome.FETCHED),
            tuple(SITE + "/docs/a", PageOutcome.FETCHED));
  }

  @Test
  void aPageThatRedirectsLeadToCountsOnceAsIndexed() throws IOException {
    parcel("v1", 1, moved("/docs/old", "/docs/a"), finding("/docs/a"), page("/docs/a", "a"));
    parcel("v1", 2, moved("/docs/older", "/docs/a"), page("/docs/b", "b"), finding("/docs/b"));
    parcel(
        "v2", 1, moved("/docs/c", "/docs/d"), finding("/docs/d"), moved("/docs/e", "/docs/none"));

    var counts = write(visit("v1", FINISHED, 4), visit("v2", FINISHED, 2));

    assertThat(lines()).filteredOn(line -> line.contains("\"indexed\":true")).hasSize(5);
    assertThat(counts.all().indexed()).isEqualTo(3);
    assertThat(counts.all().asked()).isEqualTo(6);
  }

  private static ParcelLine moved(String path, String end) {
    var page = record(SITE + path, Optional.empty(), print(end));
    return new ParcelLine.Page(
        new PageRecord(
            page.url(),
            Optional.of(SITE + end),
            page.foundOn(),
            page.depth(),
            page.at(),
            page.took(),
            page.outcome(),
            page.status(),
            page.reason(),
            page.body()));
  }

  @Test
  void whatAPassportLeavesOutIsReportedAsDisallowed() throws IOException {
    parcel("v1", 1, new ParcelLine.Referral(SITE + "/docs/private/early"), page("/docs/b", "b"));
    parcel(
        "v1",
        2,
        new ParcelLine.Referral(SITE + "/docs/private/a"),
        new ParcelLine.Referral(SITE + "/docs/elsewhere"),
        new ParcelLine.Referral(SITE + "/private/of-another-territory"),
        new ParcelLine.Referral("no URL at all/private/"));

    var counts = write(visit("v1", FINISHED, 1));

    assertThat(counts.all().outcomes()).isEqualTo(Map.of("fetched", 1L, "disallowed", 2L));
    assertThat(lines()).hasSize(3);
    assertThat(lines().getLast())
        .startsWith("{\"url\":\"http://a.example/docs/private/a\",\"outcome\":\"disallowed\"")
        .contains("\"at\":\"2026-06-01T12:00:00Z\"", "\"why\":\"no-page\"");
  }

  @Test
  void whatRoundsBeforeSawDisallowedIsReportedOnceOfTheFirstVisitAtAHost() throws IOException {
    disallowedBefore.add(SITE + "/docs/private/a");
    disallowedBefore.add(SITE + "/docs/private/b");
    disallowedBefore.add(SITE + "/private/of-another-territory");
    parcel("v1", 1, page("/docs/a", "a"));
    parcel("v2", 1, page("/docs/b", "b"), new ParcelLine.Referral(SITE + "/docs/private/b"));
    parcel("v3", 1, page("/docs/c", "c"));

    var counts = write(visit("v1", FINISHED, 1), atHost("v2"), atHost("v3"));

    assertThat(counts.all().outcomes()).isEqualTo(Map.of("fetched", 3L, "disallowed", 2L));
    assertThat(lines())
        .filteredOn(line -> line.contains("disallowed"))
        .hasSize(2)
        .allMatch(line -> line.contains("\"visit\":\"v2\",\"where\":\"atp://h\""));
  }

  private static SiteVisit atHost(String agentId) {
    return new SiteVisit(
        new SiteVisit.Assignment(agentId, new Place.Host("atp://h"), 0, 0, 1, ""),
        new SiteVisit.Result(FINISHED, new Tally(1, 1, 1, 0)),
        false,
        0);
  }

  @Test
  void namesPagesThatWereReadOrIndexedInPart() throws IOException {
    var long1 = record(SITE + "/docs/a", Optional.empty()).inPart("Read in part: links.");
    parcel("v1", 1, new ParcelLine.Page(long1), cutFinding("/docs/a"));
    parcel("v1", 2, page("/docs/b", "b"), cutFinding("/docs/b"));
    parcel("v1", 3, page("/docs/c", "c"), cutFinding("/docs/c"), page("/docs/d", "d"));
    parcel("v1", 4, finding("/docs/c"), cutFinding("/no/page"));

    var counts = write(visit("v1", FINISHED, 4));

    var cut = "Only the beginning of its text is in the index.";
    assertThat(lines().get(0)).contains("\"reason\":\"Read in part: links. " + cut + "\"");
    assertThat(lines().get(1)).contains("\"reason\":\"" + cut + "\"", "\"indexed\":true");
    assertThat(lines().subList(2, 4)).noneMatch(line -> line.contains("reason"));
    assertThat(counts.partlyRead(SITE).count()).isEqualTo(2);
    assertThat(counts.all().inPart()).isEqualTo(2);
    assertThat(counts.partlyRead(SITE).remark().orElseThrow())
        .startsWith("2 pages went beyond the bounds of what is read of a page: " + long1.url())
        .contains(SITE + "/docs/b (" + cut + ")");
    assertThat(counts.partlyRead("http://b.example").remark()).isEmpty();
  }

  private static ParcelLine cutFinding(String path) {
    return new ParcelLine.Finding("{\"url\":\"" + SITE + path + "\",\"textChars\":9}");
  }

  @Test
  void addsWhatTheFrontiersOfVisitsCounted() throws IOException {
    parcel("v1", 1, page("/docs/b", "b"), counted(7, 1), counted(5, 10));
    parcel("v2", 1, page("/docs/c", "c"), counted(2, 100));

    var counts = write(visit("v1", FINISHED, 1), visit("v2", FINISHED, 1));

    assertThat(counts.frontier(SITE))
        .isEqualTo(new FrontierCounts(0, 2, 0, 0, 0, 0, 111, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    assertThat(counts.all().frontier()).isEqualTo(counts.frontier(SITE));
  }

  private static ParcelLine counted(long waiting, long tooDeep) {
    return new ParcelLine.Counted(
        new FrontierCounts(0, waiting, 0, 0, 0, 0, tooDeep, 0, 0, 0, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void aHostThatKeepsNoRecordOfPagesIsNotTakenToReportOfThemByItsReferrals() throws IOException {
    parcel("v1", 1, new ParcelLine.Referral(SITE + "/docs/private/a"), finding("/docs/b"));

    assertThat(write(visit("v1", FINISHED, 7)).all().notTold()).isEqualTo(7);
  }

  @Test
  void whatALaterVisitAskedForAgainCountsOnce() throws IOException {
    parcel("v1", 1, missing("/docs/a", PageOutcome.SERVER_ERROR), page("/docs/b", "b"));
    parcel("v2", 1, page("/docs/a", "a"), finding("/docs/a"));

    var counts =
        write(visit("v1", new Ending.Lost(""), 1), visit("v2", new Ending.Stopped("", ""), 1));

    assertThat(lines()).hasSize(3);
    assertThat(lines().getFirst())
        .contains("\"server-error\"", "\"visit\":\"v1\"", "\"why\":\"superseded\"");
    assertThat(counts.all().failed()).isZero();
    assertThat(counts.all().asked()).isEqualTo(2);
  }

  @Test
  void aVisitWhoseWorkWasDoneAgainIsShownAndNotCounted() throws IOException {
    parcel("v1", 1, missing("/docs/x", PageOutcome.TIMED_OUT), finding("/docs/a"));
    parcel("v2", 1, page("/docs/a", "a"));

    var counts =
        write(
            new Stage.Settled(Stage.Result.COMPLETE, ""),
            visit("v1", new Ending.Lost(""), 9),
            visit("v2", FINISHED, 1));

    assertThat(lines().get(0)).contains("/docs/x", "\"why\":\"superseded\"");
    assertThat(lines().get(1)).contains("/docs/a", "\"why\":\"not-reported\"");
    assertThat(counts.all().outcomes()).isEqualTo(Map.of("fetched", 1L));
    assertThat(counts.all().notTold()).isZero();
  }

  @Test
  void aBodyThatIsKeptUnderABetterUrlIsReportedUnderIt() throws IOException {
    parcel(
        "v1",
        1,
        page("/docs/index.html", "a"),
        new ParcelLine.Finding(
            "{\"url\":\"http://a.example/docs/index.html\",\"digest\":\"%s\"}"
                .formatted(print("a"))),
        page("/docs/", "a"),
        new ParcelLine.Finding(
            "{\"digest\":\"%s\",\"betterUrl\":\"http://a.example/docs/\"}".formatted(print("a"))),
        page("/docs/home", "a"));

    write(visit("v1", FINISHED, 3));

    var same = "\"why\":\"same-body\",\"sameAs\":\"http://a.example/docs/\"";
    assertThat(lines().get(0)).contains("/docs/index.html\"", same);
    assertThat(lines().get(1)).contains("/docs/\"", "\"indexed\":true");
    assertThat(lines().get(2)).contains("/docs/home\"", same);
  }

  @Test
  void whatAHostReportsOfOtherTerritoriesIsNotWritten() throws IOException {
    parcel(
        "v1",
        1,
        missing("/other", PageOutcome.TIMED_OUT),
        new ParcelLine.Page(record("HTTP://A.example/docs/a", Optional.of("nonsense"))),
        new ParcelLine.Page(record("nonsense", Optional.empty())),
        new ParcelLine.Page(record(SITE + "/docs/b", Optional.of("\u001b[2J"))));

    var counts = write(visit("v1", FINISHED, 4));

    assertThat(lines()).singleElement().asString().contains("/docs/b\"").doesNotContain("foundOn");
    assertThat(counts.all().asked()).isEqualTo(1);
  }

  @Test
  void saysOfHowManyPagesAHostOfAnOlderVersionReportsNothing() throws IOException {
    parcel("v1", 1, finding("/docs/a"));

    var counts = write(visit("v1", FINISHED, 17));

    assertThat(counts.all().notTold()).isEqualTo(17);
    assertThat(counts.notTold(SITE)).isEqualTo(17);
  }

  @Test
  void keepsThreeExamplesOfEachKindOfFailure() throws IOException {
    for (int i = 1; i <= 5; i++) {
      parcel("v1", i, missing("/docs/" + i, PageOutcome.TIMED_OUT));
    }

    var failures = write(visit("v1", FINISHED, 0)).all().failures();

    assertThat(failures).singleElement().satisfies(kind -> assertThat(kind.count()).isEqualTo(5));
    assertThat(failures.getFirst().examples())
        .extracting(example -> example.url())
        .containsExactly(SITE + "/docs/1", SITE + "/docs/2", SITE + "/docs/3");
  }

  @Test
  void leavesTheFileAsItWasWhenTheTimeIsOver() throws IOException {
    parcel("v1", 1, page("/docs/a", "a"));
    write(visit("v1", FINISHED, 1));
    var before = lines();

    var counts =
        new CrawlLog(new StoredLines(store), () -> NOW)
            .write(
                file(),
                List.of(site(new Stage.Visiting(), visit("v1", new Ending.Open(), 1))),
                NOW.minusMillis(1));

    assertThat(counts).isEqualTo(CrawlLog.Counts.NONE);
    assertThat(lines()).isEqualTo(before);
    assertThat(directory.resolve("urls.jsonl.new")).doesNotExist();
  }

  private CrawlLog.Counts write(SiteVisit... visits) throws IOException {
    return write(new Stage.Visiting(), visits);
  }

  private CrawlLog.Counts write(Stage stage, SiteVisit... visits) throws IOException {
    return new CrawlLog(new StoredLines(store), () -> NOW)
        .write(file(), List.of(site(stage, visits)), NOW);
  }

  private LoggedSite site(Stage stage, SiteVisit... visits) {
    var territory = new CrawlTerritory(0, SCOPE, new Place.Home());
    return new LoggedSite(
        SITE,
        List.of(
            new TerritoryState(territory, stage, List.of(), List.of(visits), "", Optional.empty())),
        UrlFilter.NONE,
        url -> url.contains("/private/"),
        disallowedBefore,
        url -> url.endsWith("/kept"),
        readHere::add);
  }

  private static SiteVisit visit(String agentId, Ending ending, long pages) {
    return new SiteVisit(
        new SiteVisit.Assignment(agentId, new Place.Home(), 0, 0, 1, ""),
        new SiteVisit.Result(ending, new Tally(pages, pages, pages, 0)),
        false,
        0);
  }

  private void parcel(String agentId, long number, ParcelLine... lines) throws IOException {
    store.addParcel(
        0, Parcel.pack(agentId, number, List.of(lines)), 0, new Event.Referred(agentId, List.of()));
  }

  private static ParcelLine finding(String path) {
    return new ParcelLine.Finding("{\"url\":\"" + SITE + path + "\"}");
  }

  private static ParcelLine missing(String path, PageOutcome outcome) {
    return new ParcelLine.Page(
        new PageRecord(
            SITE + path,
            Optional.empty(),
            Optional.empty(),
            OptionalInt.empty(),
            NOW,
            Duration.ofMillis(5),
            outcome,
            0,
            "It is missing.",
            Optional.empty()));
  }

  private static ParcelLine page(String path, String body) {
    return new ParcelLine.Page(record(SITE + path, Optional.empty(), print(body)));
  }

  private static PageRecord record(String url, Optional<String> foundOn) {
    return record(url, foundOn, print("x"));
  }

  private static PageRecord record(String url, Optional<String> foundOn, String print) {
    return new PageRecord(
        url,
        Optional.empty(),
        foundOn,
        OptionalInt.empty(),
        NOW,
        Duration.ofMillis(5),
        PageOutcome.FETCHED,
        200,
        "",
        Optional.of(
            new PageRecord.Body(
                "text/html", 7, print, false, "", Optional.empty(), Optional.empty())));
  }

  private static String print(String body) {
    return "%016x".formatted((long) body.hashCode());
  }

  private Path file() {
    return directory.resolve("urls.jsonl");
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(file());
  }
}
