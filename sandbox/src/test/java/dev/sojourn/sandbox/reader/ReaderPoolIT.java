package dev.sojourn.sandbox.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sojourn.page.parse.InProcessReader;
import dev.sojourn.page.view.PageView;
import dev.sojourn.page.view.TreeView;
import dev.sojourn.page.view.ViewReader;
import dev.sojourn.sandbox.NoReaderException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Real reader processes, and pages that delay or end them.
@EnabledOnOs(OS.LINUX)
@Timeout(900)
class ReaderPoolIT {
  private static final System.Logger LOG = System.getLogger(ReaderPoolIT.class.getName());
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final int PAGES = 100;
  private static final String SITE = "http://site.example";
  private static final String OTHER = "http://other.example";
  private static final InProcessReader TRUTH = new InProcessReader();

  @TempDir private Path directory;

  @Test
  void readsPagesAsAReaderWithoutWallsDoes() throws Exception {
    try (var readers = OpenReaders.open(directory, OpenReaders.PATIENT)) {
      for (var source : TestSources.many(SITE, 150)) {
        assertSame(readers.reader(), source);
      }
      assertThat(readers.pids()).hasSize(1);
    }
  }

  private static void assertSame(ViewReader reader, ViewReader.Source source) throws Exception {
    var name = source.url().toString();
    assertThat(reader.view(source).octets()).as(name).isEqualTo(TRUTH.view(source).octets());
    assertThat(reader.tree(source).octets()).as(name).isEqualTo(TRUTH.tree(source).octets());
    assertThat(reader.text(source)).as(name).isEqualTo(TRUTH.text(source));
  }

  @Test
  void aPageThatTakesLongHasItsTimeInAReaderOfItsOwn() throws Exception {
    try (var readers = OpenReaders.open(directory, new ReaderPool.Times(3, 60_000))) {
      assertSame(readers.reader(), TestSources.middling(SITE + "/"));
      assertThat(readers.pids()).hasSize(2);
    }
  }

  @Test
  void aPageThatTakesTooLongIsGivenUpAndSaysSo() throws Exception {
    try (var readers = OpenReaders.open(directory, new ReaderPool.Times(20, 20))) {
      var slow = TestSources.slow(SITE + "/");
      var view = readers.reader().view(slow);
      var pids = readers.pids();

      assertThat(view.unparsed()).contains("it took more than 20 ms");
      assertThat(view.mediaType()).isEqualTo("text/html");
      assertThat(view.hasElements()).isTrue();
      assertThat(view.links()).isEmpty();
      assertThat(readers.reader().tree(slow)).isSameAs(TreeView.UNREAD);
      assertSame(readers.reader(), TestSources.html(OTHER + "/", "<p>small"));
      assertThat(readers.pids()).as("no reader ended for it").isEqualTo(pids).hasSize(2);
    }
  }

  @Test
  void aPageThatIsTooLargeIsNotSentToAReader() throws Exception {
    try (var readers = OpenReaders.open(directory, OpenReaders.PATIENT)) {
      var large = TestSources.html(SITE + "/", "x".repeat((16 << 20) + 1));
      assertThat(readers.reader().view(large).unparsed())
          .contains("it has more than 16777216 bytes");
      assertThat(readers.pids()).isEmpty();
    }
  }

  @Test
  void readersThatDiedWithoutAPageAreNotThePagesFault() throws Exception {
    try (var readers = OpenReaders.open(directory, new ReaderPool.Times(3, 60_000))) {
      var page = TestSources.middling(SITE + "/");
      var expected = readers.reader().view(page).octets();
      for (var jvm : readers.jvms()) {
        jvm.destroyForcibly();
      }
      await().atMost(LONG).until(() -> readers.pids().isEmpty());
      assertThat(readers.reader().view(page).octets()).isEqualTo(expected);
    }
  }

  /// Each death meets one page at most, which is read again.
  @Test
  void noPageLosesAWordWhenReadersAreKilledAgainAndAgain() throws Exception {
    var sources = TestSources.many(SITE, 200);
    var read = new AtomicInteger();
    var kills = new AtomicInteger();
    try (var readers = OpenReaders.open(directory, OpenReaders.PATIENT);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var random = new SplittableRandom();
      var killing =
          threads.submit(
              () -> {
                for (int next = 5; next < 180; next = read.get() + 5 + random.nextInt(40)) {
                  int after = next;
                  await().atMost(LONG).pollDelay(Duration.ZERO).until(() -> read.get() >= after);
                  readers.jvms().forEach(ProcessHandle::destroyForcibly);
                  kills.incrementAndGet();
                }
              });
      for (var source : sources) {
        assertThat(readers.reader().view(source).octets())
            .as("%s", source.url())
            .isEqualTo(TRUTH.view(source).octets());
        read.incrementAndGet();
      }
      killing.get();
    }
    assertThat(kills).hasPositiveValue();
  }

  @Test
  void aSiteOfSlowPagesDelaysNoOther() throws Exception {
    var slow = TestSources.slow(SITE + "/");
    var read = new AtomicInteger();
    try (var readers = OpenReaders.open(directory, new ReaderPool.Times(100, 2_000));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      readers.reader().view(TestSources.html(OTHER + "/", "<p>starts the reader"));
      var before = waits(readers.reader());
      var reading = new ArrayList<Future<?>>();
      for (int i = 0; i < 300; i++) {
        reading.add(
            threads.submit(
                () -> {
                  var _ = readers.reader().view(slow);
                  return read.incrementAndGet();
                }));
      }
      var beside = waits(readers.reader());
      int slowPages = read.get();
      LOG.log(
          Level.INFO,
          "microseconds for a page: median {0}, most {1}; beside {2} slow pages {3}, {4}",
          before.get(PAGES / 2),
          before.getLast(),
          slowPages,
          beside.get(PAGES / 2),
          beside.getLast());
      reading.forEach(each -> each.cancel(true));
      assertThat(slowPages).as("none waited for all slow pages").isLessThan(250);
    }
  }

  /// The text of such a page in memory takes more than the heap of a reader.
  @Test
  void aPageThatEndsItsReaderCostsOthersTheStartOfAnother() throws Exception {
    var deadly = TestSources.html(SITE + "/", "x".repeat((16 << 20) - 1));
    try (var readers = OpenReaders.open(directory, OpenReaders.PATIENT, 64);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var before = waits(readers.reader());
      var reading = threads.submit(() -> readers.reader().view(deadly));
      var beside = waits(readers.reader());

      assertThat(reading.get().unparsed()).contains("it ended its reader");
      LOG.log(
          Level.INFO,
          "microseconds for a page: most {0}; beside a page that ends its reader {1}",
          before.getLast(),
          beside.getLast());
    }
  }

  /// The times in microseconds that the pages of the other site took, sorted.
  private static List<Long> waits(ViewReader reader) throws InterruptedException {
    var small = TestSources.html(OTHER + "/", "<p>small");
    var expected = TRUTH.view(small).octets();
    var waits = new ArrayList<Long>();
    for (int i = 0; i < PAGES; i++) {
      long begun = System.nanoTime();
      var view = reader.view(small);
      waits.add((System.nanoTime() - begun) / 1_000);
      assertThat(view.octets()).isEqualTo(expected);
    }
    waits.sort(null);
    return waits;
  }

  @Test
  void aCallerThatIsInterruptedHarmsNoReader() throws Exception {
    try (var readers = OpenReaders.open(directory, OpenReaders.PATIENT);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var small = TestSources.html(OTHER + "/", "<p>small");
      assertSame(readers.reader(), small);
      var pids = readers.pids();
      var interrupted = new ArrayList<Future<PageView>>();
      for (int i = 0; i < 20; i++) {
        interrupted.add(threads.submit(() -> readers.reader().view(TestSources.slow(SITE + "/"))));
      }
      interrupted.forEach(each -> each.cancel(true));
      assertSame(readers.reader(), small);
      assertThat(readers.pids()).isEqualTo(pids).hasSize(1);
    }
  }

  @Test
  void pagesThatWaitWhenThePoolIsClosedAreRefusedAndNoReaderRemains() throws Exception {
    try (var readers = OpenReaders.open(directory, OpenReaders.PATIENT);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      readers.reader().view(TestSources.html(SITE + "/", "<p>starts the reader"));
      var slow = TestSources.slow(SITE + "/");
      var reading = new ArrayList<Future<PageView>>();
      for (int i = 0; i < 100; i++) {
        reading.add(threads.submit(() -> readers.reader().view(slow)));
      }
      reading.getFirst().get();
      readers.pool().close();

      await().atMost(LONG).until(() -> readers.pids().isEmpty());
      assertThat(refusals(reading))
          .isNotEmpty()
          .containsOnly("no reader of pages: the sandbox is closed");
      assertThatThrownBy(() -> readers.reader().view(slow)).isInstanceOf(NoReaderException.class);
    }
  }

  private static List<String> refusals(List<Future<PageView>> reading) throws InterruptedException {
    var refusals = new ArrayList<String>();
    for (var each : reading) {
      try {
        each.get();
      } catch (ExecutionException e) {
        refusals.add(String.valueOf(e.getCause().getMessage()).replaceAll("\\s+", " "));
      }
    }
    return refusals;
  }

  @Test
  void readersThatCannotBeStartedAreReportedWithoutAPath() throws Exception {
    var nowhere = directory.resolve("no-java").toString().toLowerCase(Locale.ROOT);
    try (var readers = OpenReaders.ofHome(directory, Path.of(nowhere), OpenReaders.PATIENT)) {
      assertThatThrownBy(() -> readers.reader().view(TestSources.html(SITE + "/", "<p>")))
          .isInstanceOf(NoReaderException.class)
          .hasMessageContaining("no reader of pages: a worker did not start; the log of the host")
          .hasMessageNotContaining("no-java");
    }
  }
}
