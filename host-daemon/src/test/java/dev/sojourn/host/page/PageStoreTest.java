package dev.sojourn.host.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.sojourn.visit.view.ViewKey;
import dev.sojourn.visit.view.ViewKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A page store with real files.
class PageStoreTest {
  private static final String SITE = "http://site.example";
  private static final String OTHER = "http://other.example";
  private static final long LEAST = PageStoreBound.LEAST_BYTES;

  @TempDir private Path data;
  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
  private Optional<PageStore> opened = Optional.empty();

  @AfterEach
  void close() {
    opened.ifPresent(PageStore::close);
  }

  private PageStore open(long maxBytes) {
    close();
    var store = PageStore.open(data, maxBytes, now::get);
    opened = Optional.of(store);
    store.serve(Map.of(SITE, "1", OTHER, "1"));
    return store;
  }

  private static ViewKey key(String path) {
    return new ViewKey(SITE, path, ViewKind.PAGE, "v1");
  }

  private static byte[] view(int bytes, long seed) {
    var view = new byte[bytes];
    new SplittableRandom(seed).nextBytes(view);
    return view;
  }

  private static Optional<byte[]> find(PageStore store, ViewKey key) {
    return store.of(key.site(), "1").find(key);
  }

  private static void add(PageStore store, ViewKey key, byte[] view) {
    store.of(key.site(), "1").put(key, view);
  }

  /// Waits for all earlier tasks of the writer.
  private static void settle(PageStore store) throws InterruptedException {
    assertThat(store.forget(SITE, _ -> false)).isZero();
  }

  private static void put(PageStore store, ViewKey key, byte[] view) throws InterruptedException {
    add(store, key, view);
    settle(store);
  }

  @Test
  void aViewIsFoundUnderItsKeyAlone() throws InterruptedException {
    var store = open(LEAST);
    settle(store);
    put(store, key("/a"), view(5_000, 1));

    assertThat(find(store, key("/a"))).hasValue(view(5_000, 1));
    assertThat(find(store, key("/b"))).isEmpty();
    assertThat(find(store, new ViewKey(OTHER, "/a", ViewKind.PAGE, "v1"))).isEmpty();
    assertThat(find(store, new ViewKey(SITE, "/a", ViewKind.TREE, "v1"))).isEmpty();
    assertThat(find(store, new ViewKey(SITE, "/a", ViewKind.PAGE, "v2"))).isEmpty();
    assertThat(store.counts().hits()).isEqualTo(1);
    assertThat(store.counts().misses()).isEqualTo(4);
    assertThat(store.sites())
        .containsExactly(
            new SitePageCounts(OTHER, 0, 0, 0, 1), new SitePageCounts(SITE, 1, 5_000, 1, 3));
  }

  @Test
  void aNewVersionReplacesTheOldOneAndBothKindsAreKept() throws InterruptedException {
    var store = open(LEAST);
    settle(store);
    put(store, key("/a"), view(100, 1));
    put(store, new ViewKey(SITE, "/a", ViewKind.TREE, "v1"), view(200, 2));
    put(store, new ViewKey(SITE, "/a", ViewKind.PAGE, "v2"), view(300, 3));

    assertThat(find(store, key("/a"))).isEmpty();
    assertThat(find(store, new ViewKey(SITE, "/a", ViewKind.PAGE, "v2"))).hasValue(view(300, 3));
    assertThat(find(store, new ViewKey(SITE, "/a", ViewKind.TREE, "v1"))).hasValue(view(200, 2));
    assertThat(store.sites().getLast().views()).isEqualTo(2);
  }

  @Test
  void viewsOutliveARestart() throws InterruptedException {
    var before = open(LEAST);
    settle(before);
    add(before, key("/a"), view(100, 1));

    var store = open(LEAST);
    settle(store);

    assertThat(find(store, key("/a"))).hasValue(view(100, 1));
  }

  @Test
  void aClosedStoreFindsAndKeepsNothing() throws InterruptedException {
    var store = open(LEAST);
    settle(store);
    put(store, key("/a"), view(100, 1));
    store.close();

    assertThat(find(store, key("/a"))).isEmpty();
    add(store, key("/b"), view(100, 1));
    assertThat(store.forget(SITE, _ -> true)).isZero();
    assertThat(store.counts().unwritten()).isEqualTo(1);
  }

  @Test
  void aStoreThatIsOffKeepsNothingAndDeletesItsFiles() throws InterruptedException {
    var before = open(LEAST);
    settle(before);
    put(before, key("/a"), view(100, 1));

    var store = open(0);
    add(store, key("/a"), view(100, 1));

    assertThat(find(store, key("/a"))).isEmpty();
    assertThat(store.dropAll()).isZero();
    assertThat(data).isEmptyDirectory();
    assertThat(store.counts()).isEqualTo(new PageStoreCounts(0, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void viewsThatWereUsedWithinADayMakeNoRoomForOthers() throws InterruptedException {
    var store = open(LEAST);
    settle(store);
    int each = 60_000;
    for (int i = 0; i < 60; i++) {
      put(store, key("/old/" + i), view(each, i));
    }
    now.set(now.get().plus(Duration.ofDays(2)));
    for (int i = 0; i < 60; i += 2) {
      assertThat(find(store, key("/old/" + i))).isPresent();
    }
    for (int i = 0; i < 90; i++) {
      put(store, key("/new/" + i), view(each, i));
    }

    assertThat(store.counts().evicted()).isEqualTo(30);
    for (int i = 0; i < 60; i += 2) {
      assertThat(find(store, key("/old/" + i))).isPresent();
      assertThat(find(store, key("/old/" + (i + 1)))).isEmpty();
      assertThat(find(store, key("/new/" + i))).isPresent();
    }
    assertThat(find(store, key("/new/89"))).isEmpty();
    assertThat(store.counts().unwritten()).isPositive();
  }

  /// Each visit reads all pages of a site in one order.
  @Test
  void aStoreThatIsTooSmallForASiteKeepsAPartOfItFromVisitToVisit() throws InterruptedException {
    int pages = 400;
    var store = open(LEAST);
    settle(store);
    var found = new ArrayList<Integer>();
    for (int visit = 0; visit < 4; visit++) {
      now.set(now.get().plus(Duration.ofDays(visit == 3 ? 30 : 0).plusHours(1)));
      int hits = 0;
      for (int i = 0; i < pages; i++) {
        if (find(store, key("/" + i)).isPresent()) {
          hits++;
        } else {
          put(store, key("/" + i), view(60_000, i));
        }
      }
      found.add(hits);
    }
    // The store has room for a hundred of these views.
    assertThat(found.getFirst()).isZero();
    assertThat(found.subList(1, 3)).allMatch(hits -> hits > 80);
    // After a month each view may go, before its page or after it.
    assertThat(found.getLast()).isPositive();
  }

  /// A new release of a site changes all of its pages at once.
  @Test
  void newVersionsReplaceTheirOldOnesInAFullStoreToo() throws InterruptedException {
    var store = open(LEAST);
    settle(store);
    for (int i = 0; i < 150; i++) {
      put(store, key("/" + i), view(60_000, i));
    }
    long kept = store.sites().getLast().views();
    store.close();

    var next = open(LEAST);
    settle(next);
    int found = 0;
    for (int i = 0; i < 50; i++) {
      var key = new ViewKey(SITE, "/" + i, ViewKind.PAGE, "v2");
      put(next, key, view(60_000, -i));
      found += find(next, key).isPresent() ? 1 : 0;
    }
    assertThat(kept).isBetween(80L, 149L);
    assertThat(found).isEqualTo(50);
  }

  @Test
  void theFilesStayWithinTheLimitWhateverIsWritten() throws InterruptedException {
    var random = new SplittableRandom(7);
    var store = open(LEAST);
    settle(store);
    long written = 0;
    long most = 0;
    for (int i = 0; written < 6 * LEAST; i++) {
      // Many small views, some large ones, long paths, and replacements.
      int size = random.nextInt(10) == 0 ? random.nextInt(200_000) : random.nextInt(4_000);
      var path = "/" + "x".repeat(random.nextInt(300)) + random.nextInt(4_000);
      add(store, key(path), view(size, i));
      now.set(now.get().plus(Duration.ofMinutes(10)));
      written += size;
      if (i % 20 == 0) {
        settle(store);
      }
      most = Math.max(most, onDisk());
    }
    settle(store);

    assertThat(Math.max(most, onDisk())).isLessThanOrEqualTo(LEAST);
    // It uses what it may.
    assertThat(most).isGreaterThan(LEAST * 3 / 4);
    assertThat(store.counts().evicted()).isPositive();
    assertThat(store.counts().damaged()).isZero();
    assertThat(store.counts().bytes()).isEqualTo(onDisk());
  }

  @Test
  void aViewThatIsTooLargeIsNotKept() throws InterruptedException {
    var store = open(LEAST);
    settle(store);
    put(store, key("/a"), view((int) new PageStoreBound(LEAST).viewBytes() + 1, 1));

    assertThat(find(store, key("/a"))).isEmpty();
    assertThat(store.counts().unwritten()).isEqualTo(1);
  }

  @Test
  void aLowerLimitAppliesToAnOldFile() throws InterruptedException {
    var before = open(4 * LEAST);
    settle(before);
    for (int i = 0; i < 200; i++) {
      put(before, key("/" + i), view(100_000, i));
    }
    assertThat(onDisk()).isGreaterThan(2 * LEAST);

    var store = open(LEAST);
    settle(store);
    put(store, key("/a"), view(100, 1));

    assertThat(onDisk()).isLessThanOrEqualTo(LEAST);
    assertThat(find(store, key("/a"))).isPresent();
  }

  private long onDisk() {
    long bytes = 0;
    for (var name : PageStoreFile.NAMES) {
      try {
        bytes += Files.size(data.resolve(name));
      } catch (IOException _) {
        // SQLite deletes its other files when the last connection closes.
      }
    }
    return bytes;
  }

  @Test
  void aFullQueueDropsViewsAndNeverWaits() throws InterruptedException {
    var store = open(64 * LEAST);
    settle(store);
    var large = view(8 << 20, 1);
    long begun = System.nanoTime();
    for (int i = 0; i < 50; i++) {
      add(store, key("/" + i), large);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(1));
    settle(store);

    long kept = store.sites().getLast().views();
    assertThat(kept).isPositive();
    assertThat(store.counts().unwritten()).isEqualTo(50 - kept).isPositive();
  }

  @Test
  void manyThreadsFindAndPutAtOnce() throws Exception {
    var store = open(LEAST);
    settle(store);
    var wrong = new LongAdder();
    var found = new LongAdder();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var all = new ArrayList<Future<?>>();
      for (int t = 0; t < 16; t++) {
        var random = new SplittableRandom(t);
        all.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 500; i++) {
                    int page = random.nextInt(100);
                    var view = find(store, key("/" + page));
                    if (view.isEmpty()) {
                      add(store, key("/" + page), view(10_000, page));
                    } else {
                      found.increment();
                      wrong.add(Arrays.equals(view.get(), view(10_000, page)) ? 0 : 1);
                    }
                  }
                }));
      }
      for (var each : all) {
        each.get();
      }
    }
    assertThat(wrong.sum()).isZero();
    assertThat(found.sum()).isPositive();
    assertThat(store.counts().damaged()).isZero();
  }

  @Test
  void pagesThatAreClosedAreForgottenAlsoOnDisk() throws Exception {
    var store = open(LEAST);
    settle(store);
    var secret = "a secret that nobody may read".repeat(300).getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 50; i++) {
      add(store, key("/private/" + i), secret);
      add(store, key("/public/" + i), view(secret.length, i));
    }
    settle(store);

    assertThat(store.forget(SITE, path -> path.startsWith("/private/"))).isEqualTo(50);

    assertThat(find(store, key("/private/7"))).isEmpty();
    assertThat(find(store, key("/public/7"))).isPresent();
    for (var name : PageStoreFile.NAMES) {
      var octets = new String(Files.readAllBytes(data.resolve(name)), StandardCharsets.ISO_8859_1);
      assertThat(octets.contains("a secret that nobody")).describedAs(name).isFalse();
    }
  }

  @Test
  void aSiteOfAnotherConfigurationHasNoViewsAtOnce() throws InterruptedException {
    var store = open(LEAST);
    settle(store);
    var before = store.of(SITE, "1");
    put(store, key("/a"), view(100, 1));
    assertThat(before.find(key("/a"))).isPresent();

    store.serve(Map.of(SITE, "2"));
    assertThat(store.of(SITE, "2").find(key("/a"))).isEmpty();
    assertThat(before.find(key("/a"))).isEmpty();
    settle(store);
    // A visit of before goes on with pages that may be closed now.
    before.put(key("/a"), view(100, 1));
    store.of(SITE, "2").put(key("/b"), view(100, 2));
    settle(store);

    assertThat(store.of(SITE, "2").find(key("/a"))).isEmpty();
    assertThat(store.of(SITE, "2").find(key("/b"))).isPresent();
    assertThat(store.sites())
        .extracting(SitePageCounts::origin, SitePageCounts::views)
        .containsExactly(tuple(SITE, 1L));
  }

  @Test
  void aViewThatWaitsWhileItsSiteChangesIsNotKept() throws InterruptedException {
    var store = open(LEAST);
    settle(store);
    add(store, key("/a"), view(100, 1));
    store.serve(Map.of(SITE, "2"));
    settle(store);

    assertThat(store.sites().getFirst().views()).isZero();
  }

  @Test
  void aRemovedSiteIsDroppedAlsoIfTheDaemonWasDown() throws InterruptedException {
    var before = open(LEAST);
    settle(before);
    put(before, key("/a"), view(100, 1));
    close();

    var store = PageStore.open(data, LEAST, now::get);
    opened = Optional.of(store);
    store.serve(Map.of(OTHER, "1"));
    assertThat(store.forget(OTHER, _ -> true)).isZero();
    store.serve(Map.of(SITE, "1", OTHER, "1"));
    settle(store);

    assertThat(find(store, key("/a"))).isEmpty();
  }

  @Test
  void dropDeletesTheViewsOfOneSiteOrAll() throws InterruptedException {
    var store = open(LEAST);
    settle(store);
    for (int i = 0; i < 2_500; i++) {
      add(store, key("/" + i), view(10, i));
    }
    put(store, new ViewKey(OTHER, "/a", ViewKind.PAGE, "v1"), view(100, 1));

    assertThat(store.forget(SITE, _ -> true)).isEqualTo(2_500);
    assertThat(find(store, new ViewKey(OTHER, "/a", ViewKind.PAGE, "v1"))).isPresent();
    put(store, key("/b"), view(100, 1));
    assertThat(store.dropAll()).isEqualTo(2);
    assertThat(find(store, key("/b"))).isEmpty();
    put(store, key("/b"), view(100, 1));
    assertThat(find(store, key("/b"))).isPresent();
  }

  @Test
  void aFindTakesMicroseconds() throws InterruptedException {
    var store = open(4 * LEAST);
    settle(store);
    for (int i = 0; i < 1_000; i++) {
      add(store, key("/a/page/number/" + i), view(10_000, i));
      if (i % 100 == 0) {
        settle(store);
      }
    }
    settle(store);
    int rounds = 20_000;
    long begun = 0;
    for (int i = -rounds; i < rounds; i++) {
      begun = i == 0 ? System.nanoTime() : begun;
      assertThat(find(store, key("/a/page/number/" + Math.floorMod(i * 7, 1_000))).isPresent())
          .isTrue();
    }
    long each = (System.nanoTime() - begun) / rounds / 1_000;

    assertThat(each).isLessThan(2_000);
    await().until(() -> store.counts().hits() == 2L * rounds);
  }
}
