package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.sandbox.launch.ClassPathJars;
import dev.sojourn.sandbox.launch.Namespaces;
import dev.sojourn.sandbox.launch.SandboxDirectory;
import dev.sojourn.sandbox.launch.StartCache;
import dev.sojourn.sandbox.launch.WorkerCommand;
import dev.sojourn.sandbox.pipe.WallName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// What a worker costs: printed as a table, and not held to anything, since machines differ. About
/// two minutes.
@EnabledIfSystemProperty(named = "sojourn.figures", matches = "true")
class WorkerFiguresIT {
  private static final int STARTS = 15;

  /// So many of them are measured when they have been idle for a while.
  private static final int IDLE = 3;

  private static final int HAND_OVERS = 100;
  private static final int SIGNERS = 4;
  private static final String AGENT =
      "  public Next visit(Visit visit) { visit.log(\"up\"); return Next.done(); }\n";

  @TempDir private Path directory;

  @Test
  void tellsWhatAWorkerCosts() throws Exception {
    System.out.printf("%-60s %9s %9s %9s%n", "", "p50", "p99", "most");
    for (boolean cached : new boolean[] {false, true}) {
      starts(cached);
    }
    raising();
    handOvers();
    together();
  }

  /// From nothing to a worker's first word, which it says when it is confined.
  private void starts(boolean cached) throws Exception {
    var all = SandboxSettings.defaults();
    var millis = new ArrayList<Double>();
    var rss = new ArrayList<Double>();
    var pss = new ArrayList<Double>();
    var idleRss = new ArrayList<Double>();
    var idlePss = new ArrayList<Double>();
    try (var own = SandboxDirectory.open(directory);
        var clock = Executors.newSingleThreadScheduledExecutor()) {
      var command =
          new WorkerCommand(all.places().javaHome(), all.heapMiB(), ClassPathJars.find(own.path()));
      var cache =
          cached
              ? Optional.of(StartCache.of(directory.resolve("cache"), command))
              : Optional.<StartCache>empty();
      try (var launcher = new WorkerLauncher(all, own, command, cache, clock)) {
        launcher.namespaces();
        launcher.makeCache();
        assertThat(cache.isEmpty() || cache.get().file().isPresent()).isTrue();
        for (int i = 0; i < STARTS; i++) {
          long began = System.nanoTime();
          var worker = launcher.start();
          millis.add((System.nanoTime() - began) / 1e6);
          await()
              .atMost(Duration.ofMinutes(1))
              .pollDelay(i < IDLE ? Duration.ofSeconds(12) : Duration.ofMillis(300))
              .until(() -> true);
          (i < IDLE ? idleRss : rss).add(mebibytes("status", "VmRSS:"));
          (i < IDLE ? idlePss : pss).add(mebibytes("smaps_rollup", "Pss:"));
          worker.kill(0, WallName.PROCESS, "measured");
          worker.awaitDeath();
        }
        assertThat(cache.isEmpty() || cache.get().file().isPresent()).as("still good").isTrue();
      }
    }
    var how = cached ? "with its cache" : "without a cache";
    print("start to confined, " + how + ", ms", millis);
    print("resident memory of a new spare, " + how + ", MiB", rss);
    print("its share of memory (PSS), " + how + ", MiB", pss);
    print("resident memory of one idle for 12 s, " + how + ", MiB", idleRss);
    print("its share of memory (PSS), " + how + ", MiB", idlePss);
  }

  private void raising() throws Exception {
    var micros = new ArrayList<Double>();
    for (int i = 0; i < STARTS; i++) {
      try (var process = ConfinedProcess.start(directory, Namespaces.none(""), true)) {
        micros.add((double) process.raisedMicros());
      }
    }
    print("raising the wall, of that, ms", micros.stream().map(us -> us / 1e3).toList());
  }

  /// From an order to what its agent says first, its admission included. Each visit has a spare to
  /// itself.
  private void handOvers() throws Exception {
    var all = SandboxSettings.defaults().withStartCache(directory.resolve("cache"));
    var settings = all.withPool(all.pool().withSpares(2).withIdle(Duration.ofSeconds(2)));
    var millis = new ArrayList<Double>();
    var again = new ArrayList<Double>();
    try (var sandbox = Sandbox.open(settings)) {
      sandbox.makeStartCache();
      var jar = AgentSource.agent(AGENT);
      for (int i = 0; i < HAND_OVERS; i++) {
        awaitSpares(sandbox);
        var order = Orders.of("signer " + i, jar, Orders.limits());
        millis.add(handOver(sandbox, order));
        awaitSpares(sandbox); // Else it shares the processors with the start of another.
        again.add(handOver(sandbox, order));
      }
    }
    var afterSome = millis.subList(HAND_OVERS / 10, HAND_OVERS);
    print("order to first guest code, in a spare, ms", afterSome);
    print("the same, next visit of the signer, ms", again.subList(HAND_OVERS / 10, HAND_OVERS));
  }

  private static void awaitSpares(Sandbox sandbox) {
    await()
        .atMost(Duration.ofSeconds(30))
        .pollDelay(Duration.ofMillis(300))
        .pollInterval(Duration.ofMillis(50))
        .until(() -> sandbox.spares() == 2);
  }

  private static double handOver(Sandbox sandbox, VisitOrder order) throws InterruptedException {
    var heard = new long[1];
    var desk =
        new Listening(
            () -> {
              heard[0] = System.nanoTime();
            });
    long began = System.nanoTime();
    assertThat(sandbox.start(order, desk).await()).isInstanceOf(VisitEnd.Finished.class);
    return (heard[0] - began) / 1e6;
  }

  /// Hears the first thing that an agent says.
  private record Listening(Runnable first) implements VisitDesk {
    @Override
    public PageReply page(PageUrl url) {
      return new PageReply.Missing(404, "not found");
    }

    @Override
    public void finding(byte[] json) {}

    @Override
    public void refer(PageUrl url) {}

    @Override
    public void log(String line) {
      first.run();
    }

    @Override
    public void checkpoint(byte[] state) {}
  }

  /// What workers of several signers and a spare take together, and what they are counted as.
  private void together() throws Exception {
    var all = SandboxSettings.defaults().withBounds(SIGNERS, 1, 64);
    try (var sandbox = Sandbox.open(all.withPool(all.pool().withSpares(1)))) {
      for (int i = 0; i < SIGNERS; i++) {
        var desk = RecordingDesk.ofNothing();
        sandbox.start(WorkerDeathIT.endless("signer " + i), desk);
        await().atMost(Duration.ofSeconds(30)).until(() -> !desk.lines.isEmpty());
      }
      await().atMost(Duration.ofSeconds(30)).until(() -> sandbox.spares() == 1);
      System.out.printf(
          Locale.ROOT,
          "%-60s %9.1f%n",
          SIGNERS + " workers with a visit and a spare, heap 64 MiB, PSS, MiB",
          mebibytes("smaps_rollup", "Pss:"));
      System.out.printf(
          "%-60s %9d%n",
          "what they are counted as, MiB",
          SIGNERS * PoolSettings.workerMiB(64) + PoolSettings.SPARE_MIB);
    }
  }

  private static void print(String what, List<Double> values) {
    var sorted = values.stream().sorted().toList();
    System.out.printf(
        Locale.ROOT,
        "%-60s %9.2f %9.2f %9.2f%n",
        what,
        sorted.get(sorted.size() / 2),
        sorted.get(Math.min(sorted.size() - 1, sorted.size() * 99 / 100)),
        sorted.getLast());
  }

  /// The sum over all Java processes below this one.
  private static double mebibytes(String file, String line) {
    return ProcessHandle.current()
            .descendants()
            .filter(p -> p.info().command().orElse("").endsWith("/java"))
            .mapToLong(p -> kib(Path.of("/proc/" + p.pid(), file), line))
            .sum()
        / 1_024.0;
  }

  private static long kib(Path file, String name) {
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> line.startsWith(name))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException _) {
      return 0; // It is gone.
    }
  }
}
