package dev.sojourn.host.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.SimpleFileServer;
import com.sun.net.httpserver.SimpleFileServer.OutputLevel;
import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PageChanges.Kind;
import dev.sojourn.agent.PageChanges.PageChange;
import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.config.ConfigReading;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.stay.ChangeListener;
import dev.sojourn.host.stay.ChangeMark;
import dev.sojourn.host.stay.StayStore;
import dev.sojourn.host.store.Store;
import dev.sojourn.identity.KeyLookup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The changes that agents are told at sites of each kind.
@Timeout(60)
class RecordedChangesTest {
  private static final String SITE = "http://site.example";
  private static final KeyLookup NO_KEYS = (_, _) -> new KeyLookup.Result.NotPublished();

  @TempDir Path folder;
  private Store store;
  private CurrentRules rules;
  private RecordedChanges changes;

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
    return CurrentRules.Rules.of(config, NO_KEYS, InstantSource.system());
  }

  private void start(String source) throws IOException {
    rules = new CurrentRules(read(source));
    changes =
        new RecordedChanges(
            ChangeLog.open(folder.resolve("data")),
            rules,
            new StayStore(store),
            InstantSource.system());
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
      assertThat(since(mark)).isEqualTo(new PageChanges.Told(List.of(), false));
      assertThat(since(ChangeMark.NONE)).isInstanceOf(PageChanges.Untold.class);
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
      assertThat(since(mark)).isEqualTo(new PageChanges.Told(List.of(), true));
      assertThat(changes.hasChangedSince(SITE, mark, _ -> true)).isFalse();

      // As rounds record them: a page that left its sitemap, and the look at all pages.
      try (var log = ChangeLog.open(folder.resolve("data"))) {
        log.record(SITE, "/sitemap.xml", Map.of(), 1);
        log.keep(SITE, 1);
        var left = new PageChange(SITE + "/a", Kind.CHANGED);
        assertThat(since(mark)).isEqualTo(new PageChanges.Told(List.of(left), true));
        log.record(SITE, "any", Map.of("any", 1L), 2);
        log.keep(SITE, 2);
        assertThat(since(mark)).isEqualTo(new PageChanges.Told(List.of(left), false));
        var before = new ChangeMark(mark.record(), 1);
        assertThat(changes.hasChangedSince(SITE, before, _ -> false)).isTrue();
      }
    } finally {
      server.stop(0);
    }
  }

  /// The names of files would be taken for paths of pages.
  @Test
  void aSiteThatComesFromElsewhereAfterAReloadIsRecordedAnew() throws Exception {
    Files.writeString(folder.resolve("www/a.html"), "a");
    start("root = \"www\"");
    var before = changes.mark(SITE);
    assertThat(since(before)).isEqualTo(new PageChanges.Told(List.of(), true));

    var crawl = Files.createDirectory(folder.resolve("crawl"));
    Captures.at("2026-01-01T00:00:00Z").page("/a", "a").write(crawl, "1.warc.gz");
    rules.replace(read("warc = [\"crawl/*.warc.gz\"]"));
    changes.look();
    assertThat(since(before)).isInstanceOf(PageChanges.Untold.class);
    await().until(() -> !changes.mark(SITE).equals(ChangeMark.NONE));
    var after = changes.mark(SITE);
    assertThat(after.record()).isNotEqualTo(before.record());

    Captures.at("2026-02-01T00:00:00Z").page("/a", "A").write(crawl, "2.warc.gz");
    var changed = new PageChange(SITE + "/a", Kind.CHANGED);
    await()
        .untilAsserted(
            () -> assertThat(since(after)).isEqualTo(new PageChanges.Told(List.of(changed), true)));
  }
}
