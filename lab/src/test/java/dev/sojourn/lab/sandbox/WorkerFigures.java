package dev.sojourn.lab.sandbox;

import dev.sojourn.lab.sandbox.guest.Greets;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.PoolSettings;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.session.ProcessSandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// The cost of a worker: its start until it is confined, and the memory of an idle one.
final class WorkerFigures {
  private static final double MOST_START_MILLIS = 250;
  private static final double MOST_IDLE_MIB = 64;
  private static final Duration SETTLED = Duration.ofMillis(300);
  private static final Duration IDLE = Duration.ofSeconds(12);
  private static final int SIGNERS = 4;
  private static final int HEAP_MIB = 64;

  private final int starts;
  private final int idle;

  /// @param starts workers to start, with the start cache and without it
  /// @param idle number of workers that are left idle for a while before their memory is looked at
  WorkerFigures(int starts, int idle) {
    this.starts = starts;
    this.idle = idle;
  }

  /// A worker that has just come up.
  private record Started(double millis, boolean rested, WorkerMemory memory) {}

  List<Figure> measure() throws IOException, InterruptedException {
    requireJar();
    var directory = Files.createTempDirectory("figures");
    var figures = new ArrayList<Figure>();
    try {
      var cache = directory.resolve("cache");
      var settings = SandboxSettings.defaults().withStartCache(cache);
      try (var sandbox = ProcessSandbox.open(settings)) {
        sandbox.makeStartCache();
      }
      var made = content(cache);
      figures.addAll(started("with its cache", settings, true));
      if (!content(cache).equals(made)) {
        throw new IllegalStateException("workers did not start from " + made);
      }
      figures.addAll(started("without a cache", settings.withoutStartCache(), false));
      figures.add(together(settings));
      figures.addAll(new HandOverFigures(settings).measure());
    } finally {
      delete(directory);
    }
    return figures;
  }

  /// Each sandbox packs directories of classes into jars of its own, so none would find the cache
  /// of another.
  private static void requireJar() {
    var place = Sandbox.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    if (!place.endsWith(".jar")) {
      throw new IllegalStateException(
          place + " is no jar, so no worker would start from a cache; build with: package");
    }
  }

  /// The names in a directory: a cache from which a worker could not start is deleted.
  private static Set<String> content(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    }
  }

  private List<Figure> started(String how, SandboxSettings settings, boolean held)
      throws IOException, InterruptedException {
    var all = new ArrayList<Started>();
    for (int i = 0; i < starts; i++) {
      all.add(start(settings, i < idle));
    }
    var fresh = all.stream().filter(each -> !each.rested).map(Started::memory).toList();
    var rested = all.stream().filter(Started::rested).map(Started::memory).toList();
    var millis = all.stream().mapToDouble(Started::millis).toArray();
    var start = "from nothing to confined, " + how;
    var resident = "resident memory of a spare idle for " + IDLE.toSeconds() + " s, " + how;
    var idleMiB = rested.stream().mapToDouble(WorkerMemory::residentMiB).toArray();
    return List.of(
        held ? atMost(start, "ms", millis, MOST_START_MILLIS) : of(start, "ms", millis),
        held ? atMost(resident, "MiB", idleMiB, MOST_IDLE_MIB) : of(resident, "MiB", idleMiB),
        of(
            "its share of memory (PSS)",
            "MiB",
            rested.stream().mapToDouble(WorkerMemory::shareMiB).toArray()),
        of(
            "resident memory of a new spare, " + how,
            "MiB",
            fresh.stream().mapToDouble(WorkerMemory::residentMiB).toArray()),
        of(
            "its share of memory (PSS)",
            "MiB",
            fresh.stream().mapToDouble(WorkerMemory::shareMiB).toArray()));
  }

  /// A sandbox's first spare is started as soon as it is known in which namespaces; that is when
  /// its time begins. It reports itself ready only when it is confined.
  private static Started start(SandboxSettings settings, boolean rest)
      throws IOException, InterruptedException {
    var one = settings.withPool(settings.pool().withSpares(1));
    try (var sandbox = ProcessSandbox.open(one)) {
      sandbox.missing();
      long begun = System.nanoTime();
      HandOverFigures.awaitSpares(sandbox, 1);
      double millis = (System.nanoTime() - begun) / 1e6;
      HandOverFigures.pause(rest ? IDLE : SETTLED);
      return new Started(millis, rest, WorkerMemory.now());
    }
  }

  /// The memory of workers of several signers and a spare together, and the memory that counts for
  /// them.
  private static Figure together(SandboxSettings settings)
      throws IOException, InterruptedException {
    var all = settings.withoutStartCache().withBounds(SIGNERS, 1, HEAP_MIB);
    var jar = GuestCode.jar(Greets.class, false, "together");
    var limits = Visits.limits(Duration.ofMinutes(2), Duration.ofMinutes(2));
    try (var sandbox = ProcessSandbox.open(all.withPool(all.pool().withSpares(1)))) {
      for (int i = 0; i < SIGNERS; i++) {
        var up = new CountDownLatch(1);
        var desk =
            new SilentDesk(
                () -> new PageReply.Missing(404, "nothing is here"), _ -> up.countDown());
        sandbox.start(
            Visits.order("signer " + i, jar, Greets.class.getName(), "/on", limits), desk);
        if (!up.await(1, TimeUnit.MINUTES)) {
          throw new IllegalStateException("visit " + i + " does not begin");
        }
      }
      HandOverFigures.awaitSpares(sandbox, 1);
      double share = WorkerMemory.now().shareMiB();
      long counted = SIGNERS * PoolSettings.workerMiB(HEAP_MIB) + PoolSettings.SPARE_MIB;
      return Figure.atMost(
          "workers",
          SIGNERS + " workers with a visit and a spare, heap 64 MiB, PSS; held to what they count",
          "MiB",
          share,
          share,
          share,
          (double) counted);
    }
  }

  static Figure atMost(String what, String unit, double[] values, double most) {
    return Figure.atMost(
        "workers",
        what,
        unit,
        Figure.at(values, 0.5),
        Figure.at(values, 0),
        Figure.at(values, 1),
        most);
  }

  static Figure of(String what, String unit, double[] values) {
    return Figure.of(
        "workers", what, unit, Figure.at(values, 0.5), Figure.at(values, 0), Figure.at(values, 1));
  }

  private static void delete(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      for (var file : files.toList().reversed()) {
        Files.delete(file);
      }
    }
  }
}
