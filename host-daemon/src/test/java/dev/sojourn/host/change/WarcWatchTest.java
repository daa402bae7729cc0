package dev.sojourn.host.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.agent.PageChanges.Kind;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.site.RecordedPages;
import dev.sojourn.host.stay.ChangeListener;
import dev.sojourn.host.stay.ChangeMark;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.FileRules;
import dev.sojourn.visit.content.PrivatePaths;
import dev.sojourn.visit.content.UrlRules;
import dev.sojourn.visit.warc.WarcNames;
import dev.sojourn.visit.warc.WarcSettings;
import dev.sojourn.visit.warc.WarcSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Real WARC files of jwarc, which a watch sees come and go.
@Timeout(60)
class WarcWatchTest {
  private static final String SITE = "http://site.example";
  private static final WarcWatch.Pace QUICK =
      new WarcWatch.Pace(Duration.ofMillis(20), Duration.ofMillis(60), Duration.ofMillis(200));

  @TempDir Path folder;
  private Path crawl;
  private ChangeLog log;
  private WarcSource source;
  private final List<WarcWatch> watches = new ArrayList<>();
  private final AtomicInteger looks = new AtomicInteger();
  private final AtomicInteger noted = new AtomicInteger();
  private final AtomicInteger maybe = new AtomicInteger();
  private final AtomicBoolean isFaulty = new AtomicBoolean();

  @BeforeEach
  void open() throws IOException {
    crawl = Files.createDirectory(folder.resolve("crawl"));
    log = ChangeLog.open(folder);
    Captures.at("2026-01-01T00:00:00Z").page("/a", "a").page("/b", "b").write(crawl, "1.warc.gz");
  }

  @AfterEach
  void close() throws IOException {
    watches.forEach(WarcWatch::close);
    log.close();
  }

  private WarcWatch start() throws Exception {
    var names = new WarcNames(List.of(crawl.resolve("*.warc.gz")));
    source =
        WarcSource.open(
            new WarcSettings(SITE, names.files(), new UrlRules(FileRules.NONE), 1 << 20, 10));
    var own = new PrivatePaths(List.of(folder.resolve("data")));
    var pages = Optional.of(new RecordedPages.Warc(source, names, own));
    var watch =
        new WarcWatch(
            SITE,
            () -> {
              looks.incrementAndGet();
              return pages;
            },
            log,
            QUICK,
            new ChangeListener() {
              @Override
              public void changed(String origin, ChangeMark change) {
                if (isFaulty.getAndSet(false)) {
                  throw new IllegalStateException("a fault of the test");
                }
                noted.incrementAndGet();
              }

              @Override
              public void mayHaveChanged(String origin) {
                maybe.incrementAndGet();
              }
            },
            new RateLimitedLog(System.getLogger("test")));
    watches.add(watch);
    watch.start();
    return watch;
  }

  private void startRecording() throws Exception {
    var watch = start();
    watch.record();
    assertThat(watch.awaitListed(Duration.ofSeconds(30))).isTrue();
  }

  private Map<String, Kind> changes() {
    var changes = new TreeMap<String, Kind>();
    try {
      log.since(SITE, 0, (_, name, kind) -> changes.put(name, kind) == null);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return changes;
  }

  private String text(String path) throws IOException {
    return source.read(PageUrl.parse(SITE + path).orElseThrow()) instanceof Content.Found found
        ? new String(found.body(), StandardCharsets.UTF_8)
        : "";
  }

  @Test
  void aNewFileIsServedAndItsPagesAreReportedThatAreOthersThanBefore() throws Exception {
    startRecording();
    assertThat(changes()).isEmpty();
    Captures.at("2026-02-01T00:00:00Z").page("/a", "a").page("/c", "c").write(crawl, "2.warc.gz");
    await().untilAsserted(() -> assertThat(changes()).isEqualTo(Map.of("/c", Kind.NEW)));
    Captures.at("2026-03-01T00:00:00Z").page("/a", "A").gone("/b").write(crawl, "3.warc.gz");
    await()
        .untilAsserted(
            () ->
                assertThat(changes())
                    .isEqualTo(Map.of("/a", Kind.CHANGED, "/b", Kind.GONE, "/c", Kind.NEW)));
    assertThat(text("/a")).isEqualTo("A");
    await().untilAsserted(() -> assertThat(noted.get()).isEqualTo(2));
    assertThat(log.mark(SITE).orElseThrow().generation()).isEqualTo(2);
  }

  /// Its changes are recorded then, and a later look finds nothing new.
  @Test
  void aFaultBetweenTheRecordAndTheReportingLeavesNoAgentAsleep() throws Exception {
    startRecording();
    await().untilAsserted(() -> assertThat(maybe.get()).isEqualTo(1));
    isFaulty.set(true);
    Captures.at("2026-02-01T00:00:00Z").page("/a", "A").write(crawl, "2.warc.gz");
    await().untilAsserted(() -> assertThat(maybe.get()).isEqualTo(2));
    assertThat(changes()).isEqualTo(Map.of("/a", Kind.CHANGED));
  }

  @Test
  void whatNobodyStaysForIsServedAndNotRecorded() throws Exception {
    start();
    Captures.at("2026-02-01T00:00:00Z").page("/c", "c").write(crawl, "2.warc.gz");
    await().untilAsserted(() -> assertThat(text("/c")).isEqualTo("c"));
    assertThat(log.mark(SITE)).isEmpty();
  }

  @Test
  void aHalfWrittenFileTakesNothingAway() throws Exception {
    startRecording();
    var whole = Captures.at("2026-02-01T00:00:00Z").page("/a", "A").page("/c", "c").bytes();
    var file = crawl.resolve("1.warc.gz");
    // It is written in place, so that the old records are away until it is whole.
    for (int i = 1; i < 8; i++) {
      Files.write(file, Arrays.copyOf(whole, whole.length * i / 8));
      assertThat(changes()).isEmpty();
    }
    Files.write(file, whole);
    await()
        .untilAsserted(
            () ->
                assertThat(changes())
                    .isEqualTo(Map.of("/a", Kind.CHANGED, "/b", Kind.GONE, "/c", Kind.NEW)));
  }

  @Test
  void moreRecordsThanAllowedLeaveThePagesAsTheyWere() throws Exception {
    startRecording();
    var many = Captures.at("2026-02-01T00:00:00Z").page("/a", "A");
    for (int i = 0; i < 8; i++) {
      many.page("/m" + i, "m");
    }
    many.write(crawl, "2.warc.gz");
    awaitLooks();
    assertThat(text("/a")).isEqualTo("a");
    assertThat(changes()).isEmpty();

    // Now there is room for them.
    Files.delete(crawl.resolve("1.warc.gz"));
    await().untilAsserted(() -> assertThat(changes()).hasSize(10).containsEntry("/b", Kind.GONE));
  }

  /// Like a disk of another machine that is away for a while.
  @Test
  void filesThatAreAllAwayTakeNoPageAlong() throws Exception {
    startRecording();
    Files.move(crawl, folder.resolve("away"));
    awaitLooks();
    assertThat(changes()).isEmpty();
    Files.move(folder.resolve("away"), crawl);
    assertThat(text("/a")).isEqualTo("a");
    Captures.at("2026-02-01T00:00:00Z").page("/c", "c").write(crawl, "2.warc.gz");
    await().untilAsserted(() -> assertThat(changes()).isEqualTo(Map.of("/c", Kind.NEW)));
  }

  private void awaitLooks() {
    int before = looks.get();
    await().until(() -> looks.get() > before + 20);
  }

  @Test
  void aLinkToTheDaemonsOwnFilesIsNotServed() throws Exception {
    var data = Files.createDirectory(folder.resolve("data"));
    Captures.at("2026-02-01T00:00:00Z").page("/secret", "secret").write(data, "own.warc.gz");
    start();
    Files.createSymbolicLink(crawl.resolve("2.warc.gz"), data.resolve("own.warc.gz"));
    Captures.at("2026-02-01T00:00:00Z").page("/c", "c").write(crawl, "3.warc.gz");
    await().untilAsserted(() -> assertThat(text("/c")).isEqualTo("c"));
    assertThat(text("/secret")).isEmpty();
  }

  /// A process that ends between its record of a change and the report leaves no agent asleep.
  @Test
  void whatWasRecordedAndUnreportedIsReportedAtTheNextStart() throws Exception {
    startRecording();
    watches.getLast().close();
    log.record(SITE, "", Map.of("/b", 1L), 1);
    Captures.at("2026-02-01T00:00:00Z").page("/b", "B").write(crawl, "2.warc.gz");
    startRecording();
    assertThat(maybe.get()).isEqualTo(2);
    assertThat(changes()).containsEntry("/b", Kind.CHANGED);
    assertThat(log.mark(SITE).orElseThrow().generation()).isEqualTo(2);
  }

  /// The names of files would be taken for paths of pages.
  @Test
  void theRecordOfAFolderIsBegunAnewForWarcFiles() throws Exception {
    log.record(SITE, "docs/", Map.of("a.html", 1L), 0);
    var before = log.begin(SITE, FolderWatch.KIND);
    startRecording();
    assertThat(log.mark(SITE).orElseThrow().record()).isNotEqualTo(before.record());
    assertThat(log.directories(SITE, "")).containsExactly("");
    assertThat(changes()).isEmpty();
  }
}
