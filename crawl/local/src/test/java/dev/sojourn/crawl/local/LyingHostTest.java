package dev.sojourn.crawl.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Scope;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.Bytes;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.core.CrawlTerms;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.index.Search;
import dev.sojourn.crawl.index.SearchIndex;
import dev.sojourn.crawl.local.lines.ParcelCache;
import dev.sojourn.crawl.local.recrawl.EarlierRounds;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.StoredLines;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A crawl follows two parts of a site, each by an agent that stays at a host of its own, and a
/// second site. The host of the first part lies; what the others reported stands as it is.
@Timeout(60)
class LyingHostTest {
  private static final String SITE = "http://a.example";
  private static final String OTHER = "http://b.example";
  private static final String LIAR = "r1s0t0v0";
  private static final String HONEST = "r1s0t1v0";
  private static final String FOREIGN = "r1s1t0v0";
  private static final String DIGEST = "d".repeat(64);
  private static final PageRecord.Body BODY =
      new PageRecord.Body(
          "text/html", 1, "0".repeat(16), false, "", Optional.empty(), Optional.empty());
  private static final Map<String, Scope> SCOPES =
      Map.of(
          LIAR, new Scope(SITE, List.of("/liar/"), List.of("/liar/secret/")),
          HONEST, new Scope(SITE, List.of("/honest/"), List.of()),
          FOREIGN, Scope.site(OTHER));

  @TempDir Path directory;
  private final Map<String, Integer> parcels = new HashMap<>();
  private CrawlStore store;
  private SearchIndex index;
  private IndexFeed feed;

  @BeforeEach
  void begin() throws IOException {
    store = CrawlStore.open(directory.resolve("crawl.db"));
    store.begin(
        new CrawlHeader(
            "r1", List.of(SITE + "/"), "TestBot", "0".repeat(64), "a.Agent", "key", 0, Map.of()),
        Bytes.utf8("jar"),
        List.of(terms(SITE, "r1s0"), terms(OTHER, "r1s1")));
    index = SearchIndex.open(directory, InstantSource.system());
    feed =
        new IndexFeed(
            store,
            new StoredLines(store),
            index,
            new CrawlLoop(store, ParcelCache.none(), List.of(), _ -> {}, () -> {}),
            InstantSource.system(),
            agent -> Optional.ofNullable(SCOPES.get(agent)),
            new EarlierRounds(store),
            true);
    says(HONEST, found(SITE + "/honest/a", "honest"));
    says(FOREIGN, found(OTHER + "/", "honest"));
    says(LIAR, found(SITE + "/liar/a", "liar"));
  }

  private static CrawlTerms terms(String origin, String prefix) {
    return new CrawlTerms(origin, prefix, new Allowance(9, 9, 9, 9), 1, 4, 10);
  }

  @AfterEach
  void close() throws IOException {
    index.close();
    store.close();
  }

  private static ParcelLine found(String url, String text) {
    return new ParcelLine.Finding(
        "{\"url\":\"%s\",\"digest\":\"%s\",\"text\":\"%s\"}".formatted(url, DIGEST, text));
  }

  private static ParcelLine asked(String url, Optional<String> end, PageOutcome outcome) {
    return new ParcelLine.Page(
        new PageRecord(
            url,
            end,
            Optional.empty(),
            OptionalInt.empty(),
            Instant.EPOCH,
            Duration.ZERO,
            outcome,
            404,
            "",
            outcome == PageOutcome.FETCHED ? Optional.of(BODY) : Optional.empty()));
  }

  private void says(String agent, ParcelLine... lines) throws IOException {
    int number = parcels.merge(agent, 1, Integer::sum);
    store.addParcel(
        agent.startsWith("r1s1") ? 1 : 0,
        Parcel.pack(agent, number, List.of(lines)),
        1,
        new Event.Referred(agent, List.of()));
  }

  /// The hits of a word in the index, once all was taken in.
  private List<String> indexed(String word) throws IOException {
    feed.finish();
    feed.run();
    index.commit(store.lastSequence());
    try (var search = Search.open(directory, InstantSource.system())) {
      return search.find(word, 100).hits().stream().map(hit -> hit.url()).sorted().toList();
    }
  }

  private void assertOthersStand() throws IOException {
    assertThat(indexed("honest")).containsExactly(SITE + "/honest/a", OTHER + "/");
  }

  @Test
  void pagesOfOtherSitesAndPartsThatItInventsAreNotFound() throws IOException {
    for (var url :
        List.of(
            OTHER + "/",
            OTHER + "/new",
            SITE + "/honest/a",
            SITE + "/honest/new",
            SITE + "/",
            SITE + "/liar/secret/a",
            SITE + "/liar/../honest/a",
            SITE + "/liar/%2e%2e/honest/a",
            SITE + "/liar/%73ecret/a",
            SITE + ":80/liar/b",
            "HTTP://A.EXAMPLE/liar/b",
            SITE + "/liar/b#part",
            "http://user@a.example/liar/b",
            "https://a.example/liar/b",
            "file:///etc/passwd",
            "javascript:alert(1)",
            "/liar/b",
            "")) {
      says(LIAR, found(url, "invented"));
    }
    assertThat(indexed("invented")).isEmpty();
    assertOthersStand();
  }

  @Test
  void pagesOfOthersThatItSaysAreGoneOrMovedStay() throws IOException {
    for (var url : List.of(SITE + "/honest/a", OTHER + "/", "HTTP://A.example/honest/a")) {
      says(LIAR, asked(url, Optional.empty(), PageOutcome.CLIENT_ERROR));
      says(LIAR, asked(url, Optional.of(url), PageOutcome.FETCHED));
      says(LIAR, asked(SITE + "/liar/a", Optional.of(url), PageOutcome.CLIENT_ERROR));
      says(LIAR, asked(SITE + "/liar/a", Optional.of(url), PageOutcome.FETCHED));
    }
    assertOthersStand();
    assertThat(indexed("liar")).isEmpty();
  }

  @Test
  void aBodyThatItSaysIsEqualTakesNoPageOfOthersAway() throws IOException {
    // The digest is that of the pages of the others, and counts within a part alone.
    says(LIAR, found(SITE + "/liar/b", "liar"));
    says(
        LIAR,
        new ParcelLine.Finding(
            "{\"betterUrl\":\"%s/honest/a\",\"digest\":\"%s\"}".formatted(SITE, DIGEST)),
        new ParcelLine.Finding(
            "{\"betterUrl\":\"%s/phishing\",\"digest\":\"%s\"}".formatted(OTHER, DIGEST)));
    assertOthersStand();
    assertThat(indexed("liar")).containsExactly(SITE + "/liar/b");
  }

  @Test
  void anEndOfTimeThatItNamesForAPageOfOthersIsNotHeeded() throws IOException {
    says(
        LIAR,
        new ParcelLine.Finding(
            "{\"url\":\"%s/honest/a\",\"unavailableAfter\":\"2000-01-01T00:00:00Z\"}"
                .formatted(SITE)));
    assertOthersStand();
  }

  @Test
  void findingsThatOneReaderTakesAndAnotherMightNotStopNoIndex() throws IOException {
    var odd = new ArrayList<String>();
    odd.add("{\"url\":\"%s/liar/x\",\"a\":%s1%s}".formatted(SITE, "[".repeat(90), "]".repeat(90)));
    odd.add("{\"url\":\"%s/liar/x\",\"n\":%s}".formatted(SITE, "9".repeat(1_000)));
    odd.add("{\"url\":\"%s/liar/x\",\"n\":1e999999999}".formatted(SITE));
    odd.add("{\"url\":\"%s/liar/x\",\"maxSnippet\":1e99,\"textChars\":-1.5e-400}".formatted(SITE));
    odd.add(
        "{\"url\":\"%s/liar/x\",\"unavailableAfter\":\"+999999999-12-31T23:59:59Z\"}"
            .formatted(SITE));
    odd.add(
        "{\"url\":\"%s/liar/x\",\"unavailableAfter\":\"-999999999-01-01T00:00:00Z\"}"
            .formatted(SITE));
    odd.add(
        "{\"url\":\"%s/liar/x\",\"title\":\"\\ud800\",\"text\":\"\\udfff\\u0000\"}"
            .formatted(SITE));
    odd.add(
        "{\"url\":[\"%s/liar/x\"],\"title\":{},\"headings\":7,\"digest\":[],\"language\":{}}"
            .formatted(SITE));
    odd.add("{\"url\":\"%s/liar/%s\"}".formatted(SITE, "x".repeat(8_300)));
    odd.add("{\"url\":\"%s/liar/x\",\"language\":\"%s\"}".formatted(SITE, "y".repeat(100_000)));
    odd.add("{\"url\":\"%s/liar/x\",\"digest\":\"%s\"}".formatted(SITE, "z".repeat(100_000)));
    odd.add("{\"url\":\"%s/liar/x\",\"text\":\"%s\"}".formatted(SITE, "w".repeat(300_000)));
    odd.add("{\"%s\":1}".formatted("k".repeat(40_000)));
    odd.add("{\"\\u0075rl\":\"%s/honest/a\"}".formatted(SITE));
    for (var finding : odd) {
      says(LIAR, new ParcelLine.Finding(finding));
    }
    assertOthersStand();
  }

  @Test
  void whatAnUnknownAgentSaysIsNotFound() throws IOException {
    says("r1s0t9v0", found(SITE + "/honest/a", "invented"));
    says("r9s0t0v0", asked(SITE + "/honest/a", Optional.empty(), PageOutcome.CLIENT_ERROR));
    assertThat(indexed("invented")).isEmpty();
    assertOthersStand();
  }
}
