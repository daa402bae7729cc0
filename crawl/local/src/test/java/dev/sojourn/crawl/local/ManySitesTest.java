package dev.sojourn.crawl.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import dev.sojourn.base.Bytes;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.core.Command;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.core.CrawlTerms;
import dev.sojourn.crawl.core.Ending;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.Tally;
import dev.sojourn.crawl.local.lines.ParcelCache;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.CrawlTime;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.crawl.plan.Reach;
import dev.sojourn.crawl.plan.RobotsOutcome;
import dev.sojourn.crawl.visits.SiteView;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// A crawl costs in proportion to its sites: on the disk, in flushes, in time.
@Isolated("it measures the processor time of the whole process")
class ManySitesTest {
  private static final int MANY = 10_000;
  private static final int FEW = MANY / 4;

  @TempDir Path directory;

  private static String origin(int site) {
    return "http://site-" + site + ".example";
  }

  private CrawlStore begun(int sites) throws IOException {
    var store = CrawlStore.open(directory.resolve(sites + ".db"));
    var starts = IntStream.range(0, sites).mapToObj(i -> origin(i) + "/").toList();
    store.begin(
        new CrawlHeader("k", starts, "X", "0".repeat(64), "org.example.Agent", "key", 0, Map.of()),
        Bytes.utf8("jar"),
        IntStream.range(0, sites).mapToObj(ManySitesTest::terms).toList());
    return store;
  }

  private static CrawlTerms terms(int site) {
    var allowance = new Allowance(100_000, 4L << 30, 100_000, 86_400);
    return new CrawlTerms(origin(site), "crawl" + site + "s", allowance, 2, 100, 1_000);
  }

  private long bytes(int sites) throws IOException {
    begun(sites).close();
    return Files.size(directory.resolve(sites + ".db"));
  }

  @Test
  void theStoreGrowsInProportionToTheSites() throws IOException {
    long few = bytes(FEW);
    long many = bytes(MANY);
    assertThat(many).isLessThan(5 * few);
    assertThat(many / MANY).as("bytes a site").isLessThan(1_500);
  }

  @Test
  void tenThousandSitesRunInTimeInProportionAndWithFewFlushes() throws Exception {
    run(FEW / 4); // so that the machine is warm
    var few = run(FEW);
    var many = run(MANY);
    assertThat(many.processorNanos()).isLessThan(10 * few.processorNanos());
    // Each site has five events: one flush for each of them would be 50,000.
    assertThat(many.flushes()).isLessThan(MANY / 20);
  }

  @Test
  void manySitesGoOnWithOneFlush() throws Exception {
    try (var store = begun(FEW)) {
      var loop = new CrawlLoop(store, ParcelCache.none(), books(store), _ -> {}, () -> {});
      long before = store.flushes();
      loop.resume(_ -> List.of(new Event.Resumed()), (_, _) -> {});
      assertThat(store.flushes() - before).isEqualTo(1);
      loop.stop();
      assertThat(store.flushes() - before).isEqualTo(2);
    }
  }

  private record Cost(long processorNanos, long flushes) {}

  /// Runs the loop with sites of one page each; they refer to the next site.
  private Cost run(int sites) throws Exception {
    Files.deleteIfExists(directory.resolve(sites + ".db"));
    try (var store = begun(sites);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      long begun = processorNanos();
      var books = books(store);
      var time = new CrawlTime(store, InstantSource.system());
      var loop = new CrawlLoop(store, ParcelCache.none(), books, _ -> {}, time::note);
      loop.resume(
          _ -> List.of(new Event.Resumed()),
          (site, command) -> carryOut(threads, loop, books, site, command));
      loop.await();
      assertThat(books).allMatch(site -> site.state().isOver());
      return new Cost(processorNanos() - begun, store.flushes());
    }
  }

  private static List<SiteContext> books(CrawlStore store) throws IOException {
    var origins = new HashSet<String>();
    store.sites().forEach(s -> origins.add(s.terms().origin()));
    return store.sites().stream()
        .map(s -> new SiteContext(s.number(), s.terms(), "X", new NoRules(), origins::contains))
        .peek(
            s ->
                s.replay(
                    Optional.empty(), List.of(new Event.Seeded(List.of(origin(s.number()) + "/")))))
        .toList();
  }

  private static void carryOut(
      ExecutorService threads,
      CrawlLoop loop,
      List<SiteContext> books,
      SiteView site,
      Command command) {
    threads.execute(
        () -> {
          try {
            switch (command) {
              case Command.ReadRobots(var origin) -> loop.planned(site, everything(origin), false);
              case Command.VisitAtHome(var task) -> {
                var next = origin((site.number() + 1) % books.size()) + "/";
                var ended =
                    new Event.Ended(task.agentId(), new Ending.Finished(List.of(next)), Tally.NONE);
                loop.record(site, ended);
              }
              case Command.Forward(int number, var urls) -> {
                loop.record(books.get((site.number() + 1) % books.size()), new Event.Seeded(urls));
                loop.record(site, new Event.Forwarded(number));
              }
              case Command.ReadSitemaps _,
                  Command.Dispatch _,
                  Command.Follow _,
                  Command.FetchHome _,
                  Command.Hold _,
                  Command.Pause _,
                  Command.Dispose _ ->
                  loop.fail(new IOException("unexpected: " + command));
            }
          } catch (IOException e) {
            loop.fail(e);
          }
        });
  }

  private static Plan everything(String origin) {
    var outcome = RobotsOutcome.of(RobotsOutcome.Kind.ABSENT, Bytes.EMPTY, "There is none.");
    return Plan.of(origin, outcome, new Reach(false));
  }

  private static long processorNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }
}
