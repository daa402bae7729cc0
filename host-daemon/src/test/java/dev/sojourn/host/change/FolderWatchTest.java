package dev.sojourn.host.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.agent.PageChanges.Kind;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.stay.ChangeListener;
import dev.sojourn.host.stay.ChangeMark;
import dev.sojourn.visit.content.DocumentRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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

@Timeout(300)
class FolderWatchTest {
  private static final String SITE = "http://site.example";

  @TempDir Path folder;
  private Path root;
  private ChangeLog log;
  private final List<FolderWatch> watches = new ArrayList<>();
  private final AtomicInteger noted = new AtomicInteger();
  private final AtomicInteger maybe = new AtomicInteger();
  private final AtomicBoolean isFaulty = new AtomicBoolean();

  @BeforeEach
  void open() throws IOException {
    root = Files.createDirectory(folder.resolve("www"));
    write("index.html", "home");
    write("docs/a.html", "a");
    write(".git/config", "hidden");
    log = ChangeLog.open(folder);
  }

  @AfterEach
  void close() throws IOException {
    watches.forEach(FolderWatch::close);
    log.close();
  }

  private void start(Duration sweepEvery) throws Exception {
    var source = DocumentRoot.open(root, DocumentRoot.USUAL_INDEX_FILES, 1 << 20);
    var watch =
        new FolderWatch(
            SITE,
            () -> Optional.of(source.index()),
            log,
            () -> sweepEvery,
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
    assertThat(watch.awaitListed(Duration.ofSeconds(100))).isTrue();
  }

  private void write(String path, String content) throws IOException {
    var file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  private Map<String, Kind> changes() {
    var changes = new TreeMap<String, Kind>();
    try {
      log.since(
          SITE,
          0,
          (dir, name, kind) -> {
            changes.put(dir + name, kind);
            return true;
          });
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return changes;
  }

  @Test
  void reportsWhatTheFileSystemReports() throws Exception {
    start(Duration.ofHours(1));
    assertThat(changes()).isEmpty();
    assertThat(log.mark(SITE)).isPresent();

    write("docs/a.html", "another a");
    write("new/deep/b.html", "b");
    write(".git/config", "still hidden");
    await()
        .untilAsserted(
            () ->
                assertThat(changes())
                    .isEqualTo(Map.of("docs/a.html", Kind.CHANGED, "new/deep/b.html", Kind.NEW)));
    // A directory that came later is watched, too.
    write("new/deep/c.html", "c");
    Files.delete(root.resolve("docs/a.html"));
    Files.move(root.resolve("new/deep/b.html"), root.resolve("new/deep/d.html"));
    await()
        .untilAsserted(
            () ->
                assertThat(changes())
                    .isEqualTo(
                        Map.of(
                            "docs/a.html", Kind.GONE,
                            "new/deep/c.html", Kind.NEW,
                            "new/deep/d.html", Kind.NEW)));
    Files.move(root.resolve("new"), folder.resolve("away"));
    await().untilAsserted(() -> assertThat(changes()).isEqualTo(Map.of("docs/a.html", Kind.GONE)));
    assertThat(noted.get()).isPositive();
  }

  /// The directory of the link gets no event.
  @Test
  void theSweepFindsWhatNoEventReports() throws Exception {
    Files.createSymbolicLink(root.resolve("link.html"), Path.of("docs/a.html"));
    start(Duration.ofSeconds(1));
    write("docs/a.html", "another a");
    await()
        .untilAsserted(
            () -> assertThat(changes().keySet()).containsExactly("docs/a.html", "link.html"));
  }

  @Test
  void manyFilesAtOnceAreAllFound() throws Exception {
    start(Duration.ofHours(1));
    for (int i = 0; i < 10_000; i++) {
      write("many/" + i % 20 + "/p" + i + ".html", "p");
    }
    await().untilAsserted(() -> assertThat(changes()).hasSize(10_000));
    assertThat(noted.get()).isLessThan(2_000);
  }

  @Test
  void whatChangedWhileNobodyWatchedIsFoundAtTheNextStart() throws Exception {
    start(Duration.ofHours(1));
    watches.getLast().close();
    write("docs/a.html", "another a");
    Files.delete(root.resolve("index.html"));
    start(Duration.ofHours(1));
    assertThat(changes()).isEqualTo(Map.of("docs/a.html", Kind.CHANGED, "index.html", Kind.GONE));
  }

  /// A process that ends between its record of a change and the report leaves no agent asleep.
  @Test
  void whatWasRecordedAndUnreportedIsReportedAtTheNextStart() throws Exception {
    start(Duration.ofHours(1));
    await().untilAsserted(() -> assertThat(maybe.get()).isEqualTo(1));
    watches.getLast().close();
    log.record(SITE, "docs/", Map.of(), 1);
    Files.delete(root.resolve("docs/a.html"));
    start(Duration.ofHours(1));
    await().untilAsserted(() -> assertThat(maybe.get()).isEqualTo(2));
    assertThat(log.mark(SITE).orElseThrow().generation()).isEqualTo(1);
    write("index.html", "another home");
    await().untilAsserted(() -> assertThat(noted.get()).isEqualTo(1));
    assertThat(log.mark(SITE).orElseThrow().generation()).isEqualTo(2);
  }

  /// Its changes are recorded then, and a later look finds nothing new.
  @Test
  void aFaultBetweenTheRecordAndTheReportingLeavesNoAgentAsleep() throws Exception {
    start(Duration.ofSeconds(1));
    await().untilAsserted(() -> assertThat(maybe.get()).isEqualTo(1));
    isFaulty.set(true);
    write("docs/a.html", "another a");
    await().untilAsserted(() -> assertThat(maybe.get()).isEqualTo(2));
    assertThat(changes()).isEqualTo(Map.of("docs/a.html", Kind.CHANGED));
  }

  @Test
  void aFileHasTheUrlUnderWhichItIsGiven() throws Exception {
    start(Duration.ofHours(1));
    var index = DocumentRoot.open(root, DocumentRoot.USUAL_INDEX_FILES, 1 << 20).index();
    assertThat(index.url(SITE, List.of(), "index.html").orElseThrow()).hasToString(SITE + "/");
    assertThat(index.url(SITE, List.of("docs"), "index.htm").orElseThrow())
        .hasToString(SITE + "/docs/");
    assertThat(index.url(SITE, List.of("a b"), "c++é%.html").orElseThrow())
        .hasToString(SITE + "/a%20b/c++%C3%A9%25.html");
  }
}
