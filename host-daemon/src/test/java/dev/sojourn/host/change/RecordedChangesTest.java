package dev.sojourn.host.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.SimpleFileServer;
import com.sun.net.httpserver.SimpleFileServer.OutputLevel;
import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PageChanges.Kind;
import dev.sojourn.agent.PageChanges.PageChange;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.WakeConditions;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.config.ConfigReading;
import dev.sojourn.host.quota.StayLimits;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.rules.TrustDecisions;
import dev.sojourn.host.stay.ChangeListener;
import dev.sojourn.host.stay.ChangeMark;
import dev.sojourn.host.stay.ParkResult;
import dev.sojourn.host.stay.Parking;
import dev.sojourn.host.stay.StayStore;
import dev.sojourn.host.stay.StayView;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.identity.KeyLookup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The changes that agents hear of at sites of each kind.
@Timeout(60)
class RecordedChangesTest {
  private static final String SITE = "http://site.example";
  private static final Map<String, Long> NO_PAGES = Map.of();
  private static final KeyLookup NO_KEYS = (_, _) -> new KeyLookup.Result.NotPublished();

  @TempDir Path folder;
  private Store store;
  private CurrentRules rules;
  private RecordedChanges changes;

  /// The time of the test.
  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

  @BeforeEach
  void open() throws IOException {
    Files.createDirectories(folder.resolve("www"));
    Files.createDirectories(folder.resolve("data"));
    store = Store.open(folder.resolve("data"));
  }

  @AfterEach
  void close() throws IOException {
    changes.close();
    store.close();
  }

  private CurrentRules.Rules read(String source) throws IOException {
    var toml = "data = \"data\"\n[[site]]\norigin = \"" + SITE + "\"\n" + source + "\n";
    var reading = ConfigReader.parse(toml, folder.resolve("h.toml"), Map.of(), Instant.EPOCH);
    assertThat(reading).isInstanceOf(ConfigReading.Valid.class);
    var config = ((ConfigReading.Valid) reading).config();
    return CurrentRules.Rules.of(config, NO_KEYS, InstantSource.system(), TrustDecisions.NONE);
  }

  private void start(String source) throws IOException {
    rules = new CurrentRules(read(source), InstantSource.system());
    changes =
        new RecordedChanges(
            ChangeLog.open(folder.resolve("data")),
            rules,
            new StayStore(store),
            () -> Instant.now().plus(ahead.get()));
    changes.start(
        new ChangeListener() {
          @Override
          public void changed(String origin, ChangeMark change) {}

          @Override
          public void mayHaveChanged(String origin) {}
        });
  }

  private PageChanges since(ChangeMark mark) throws Exception {
    return changes.since(SITE, mark, _ -> true);
  }

  @Test
  void atAWebServerWithoutSitemapTheChangesAreNeverAllThatThereAre() throws Exception {
    var any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var www = folder.resolve("www").toRealPath();
    var server = SimpleFileServer.createFileServer(any, www, OutputLevel.NONE);
    server.start();
    try {
      start(
          "upstream = \"http://127.0.0.1:%d\"\n[limits]\nsitemap-every = \"1 s\""
              .formatted(server.getAddress().getPort()));
      var mark = changes.mark(SITE);
      assertThat(mark).isNotEqualTo(ChangeMark.NONE);
      assertThat(since(mark)).isEqualTo(new PageChanges.Reported(List.of(), false));
      assertThat(since(ChangeMark.NONE)).isInstanceOf(PageChanges.Unreported.class);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void atAWebServerWithASitemapTheyAreAllUntilAllPagesAreToBeLookedAt() throws Exception {
    var www = folder.resolve("www").toRealPath();
    Files.writeString(
        www.resolve("sitemap.xml"),
        "<urlset><url><loc>%s/a</loc><lastmod>1</lastmod></url></urlset>".formatted(SITE));
    var any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var server = SimpleFileServer.createFileServer(any, www, OutputLevel.NONE);
    server.start();
    try {
      start("upstream = \"http://127.0.0.1:%d\"".formatted(server.getAddress().getPort()));
      var mark = changes.mark(SITE);
      assertThat(since(mark)).isEqualTo(new PageChanges.Reported(List.of(), true));
      assertThat(changes.hasChangedSince(SITE, mark, _ -> true)).isFalse();

      // As rounds record them: a page that left its sitemap, and the look at all pages.
      try (var log = ChangeLog.open(folder.resolve("data"))) {
        log.record(SITE, "/sitemap.xml", Map.of(), 1);
        log.keep(SITE, 1);
        var left = new PageChange(SITE + "/a", Kind.CHANGED);
        assertThat(since(mark)).isEqualTo(new PageChanges.Reported(List.of(left), true));
        log.record(SITE, "any", Map.of("any", 1L), 2);
        log.keep(SITE, 2);
        assertThat(since(mark)).isEqualTo(new PageChanges.Reported(List.of(left), false));
        var before = new ChangeMark(mark.record(), 1);
        assertThat(changes.hasChangedSince(SITE, before, _ -> false)).isTrue();
      }
    } finally {
      server.stop(0);
    }
  }

  private void park(ChangeMark mark) throws IOException {
    store
        .write(
            session ->
                session.update(
                    "INSERT INTO visit (owner, agent, package, code, phase, arrived) VALUES"
                        + " ('owner', 'a', zeroblob(10), 'c', ?, 1)",
                    VisitState.RUNNING.word()))
        .await();
    var now = Instant.now();
    var parking =
        new Parking(
            new VisitKey("owner", "a"),
            "signer",
            new StayView(new Scope(SITE, List.of("/"), List.of()), "Bot"),
            WakeConditions.byChange(),
            now.plus(Duration.ofDays(1)),
            mark,
            now);
    assertThat(new StayStore(store).park(parking, StayLimits.DEFAULT).await())
        .isEqualTo(ParkResult.PARKED);
  }

  /// One change: a file that is written in place is empty first, which a watch may see.
  private void replace(Path page, String text) throws IOException {
    Files.move(
        Files.writeString(folder.resolve("next"), text), page, StandardCopyOption.ATOMIC_MOVE);
  }

  private ChangeMark awaitGeneration(long generation) throws Exception {
    await().untilAsserted(() -> assertThat(changes.mark(SITE).generation()).isEqualTo(generation));
    return changes.mark(SITE);
  }

  /// The disk lost the last frames of the record, but kept the agent that parked after them.
  @Test
  void aLossOfPowerThatTakesARecordedChangeAwayCostsNoLaterWake() throws Exception {
    var page = folder.resolve("www/a.html");
    var record = folder.resolve("data/changes.db");
    var copy = folder.resolve("copy");
    Files.writeString(page, "a");
    start("root = \"www\"");
    changes.mark(SITE);
    changes.close();
    Files.copy(record, copy);
    start("root = \"www\"");
    changes.mark(SITE);
    replace(page, "another a");
    var seen = awaitGeneration(1);
    park(seen);
    changes.close();
    Files.move(copy, record, StandardCopyOption.REPLACE_EXISTING);

    replace(page, "a third a");
    start("root = \"www\"");
    await().until(() -> changes.hasChangedSince(SITE, seen, _ -> true));
    var noted = new PageChange(SITE + "/a.html", Kind.CHANGED);
    assertThat(since(seen)).isEqualTo(new PageChanges.Reported(List.of(noted), true));
  }

  /// Otherwise the name of a secret page would come out when the page goes.
  @Test
  void aCaptureThatIsExcludedNeitherWakesAnAgentNorIsNamedToIt() throws Exception {
    var crawl = Files.createDirectory(folder.resolve("crawl"));
    Captures.at("2026-01-01T00:00:00Z").page("/a", "a").page("/secret/b", "b").write(crawl, "1.gz");
    start("warc = [\"crawl/*.gz\"]");
    var mark = changes.mark(SITE);
    assertThat(mark.generation()).isZero();

    rules.replace(read("warc = [\"crawl/*.gz\"]\nexclude = [\"secret/\"]"));
    changes.look();
    var left = awaitGeneration(1);
    assertThat(since(mark)).isEqualTo(new PageChanges.Reported(List.of(), true));
    assertThat(changes.hasChangedSince(SITE, mark, _ -> true)).isFalse();

    Captures.at("2026-02-01T00:00:00Z").page("/a", "A").page("/secret/b", "B").write(crawl, "2.gz");
    awaitGeneration(2);
    var changed = new PageChange(SITE + "/a", Kind.CHANGED);
    assertThat(since(left)).isEqualTo(new PageChanges.Reported(List.of(changed), true));
    assertThat(changes.hasChangedSince(SITE, left, url -> url.path().startsWith("/secret/")))
        .isFalse();
    Captures.at("2026-03-01T00:00:00Z").page("/a", "a").gone("/secret/b").write(crawl, "3.gz");
    awaitGeneration(3);
    assertThat(since(left)).isEqualTo(new PageChanges.Reported(List.of(changed), true));
  }

  @Test
  void anExcludedPageInASitemapNeitherWakesAnAgentNorIsNamedToIt() throws Exception {
    var any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var www = folder.resolve("www").toRealPath();
    var server = SimpleFileServer.createFileServer(any, www, OutputLevel.NONE);
    server.start();
    try {
      start(
          "upstream = \"http://127.0.0.1:%d\"\nexclude = [\"secret/\"]"
              .formatted(server.getAddress().getPort()));
      var mark = changes.mark(SITE);
      // As rounds record them: pages that come, and that leave their sitemap.
      try (var log = ChangeLog.open(folder.resolve("data"))) {
        for (var pages : List.of(Map.of("/secret/b", 1L), Map.of("/secret/b", 2L), NO_PAGES)) {
          long generation = log.lastRecorded(SITE).orElseThrow() + 1;
          assertThat(log.record(SITE, "/sitemap.xml", pages, generation)).isEqualTo(1);
          log.keep(SITE, generation);
          var before = new ChangeMark(mark.record(), generation - 1);
          assertThat(changes.hasChangedSince(SITE, before, _ -> true)).isFalse();
          assertThat(since(before)).isEqualTo(new PageChanges.Reported(List.of(), false));
        }
      }
    } finally {
      server.stop(0);
    }
  }

  /// As if WARC files replace each other for months.
  @Test
  void thePagesThatWentAreForgottenInALongRun() throws Exception {
    var page = folder.resolve("www/a.html");
    var gone = folder.resolve("www/b.html");
    Files.writeString(page, "a");
    Files.writeString(gone, "b");
    start("root = \"www\"");
    var mark = changes.mark(SITE);
    Files.delete(gone);
    awaitGeneration(1);

    // A visit that began before the page went may ask.
    ahead.set(Duration.ofHours(3));
    replace(page, "another a");
    awaitGeneration(2);
    assertThat(((PageChanges.Reported) since(mark)).pages())
        .contains(new PageChange(SITE + "/b.html", Kind.GONE));

    ahead.set(Duration.ofHours(6));
    replace(page, "a third a");
    awaitGeneration(3);
    try (var log = ChangeLog.open(folder.resolve("data"))) {
      await().untilAsserted(() -> assertThat(log.size(SITE)).isEqualTo(1));
    }
  }

  /// The names of files would be taken for paths of pages.
  @Test
  void aSiteThatComesFromElsewhereAfterAReloadIsRecordedAnew() throws Exception {
    Files.writeString(folder.resolve("www/a.html"), "a");
    start("root = \"www\"");
    var before = changes.mark(SITE);
    assertThat(since(before)).isEqualTo(new PageChanges.Reported(List.of(), true));

    var crawl = Files.createDirectory(folder.resolve("crawl"));
    Captures.at("2026-01-01T00:00:00Z").page("/a", "a").write(crawl, "1.warc.gz");
    rules.replace(read("warc = [\"crawl/*.warc.gz\"]"));
    changes.look();
    assertThat(since(before)).isInstanceOf(PageChanges.Unreported.class);
    await().until(() -> !changes.mark(SITE).equals(ChangeMark.NONE));
    var after = changes.mark(SITE);
    assertThat(after.record()).isNotEqualTo(before.record());

    Captures.at("2026-02-01T00:00:00Z").page("/a", "A").write(crawl, "2.warc.gz");
    var changed = new PageChange(SITE + "/a", Kind.CHANGED);
    await()
        .untilAsserted(
            () ->
                assertThat(since(after))
                    .isEqualTo(new PageChanges.Reported(List.of(changed), true)));
  }
}
