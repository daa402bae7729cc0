package dev.sojourn.sandbox.reader;

import dev.sojourn.page.view.ViewReader;
import dev.sojourn.sandbox.Confinement;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.launch.ClassPathJars;
import dev.sojourn.sandbox.launch.ConfinedProgram;
import dev.sojourn.sandbox.launch.SandboxDirectory;
import dev.sojourn.sandbox.launch.StartCache;
import dev.sojourn.sandbox.launch.WorkerCommand;
import dev.sojourn.sandbox.start.ProcessLauncher;
import dev.sojourn.testing.BuildLock;
import dev.sojourn.testing.OwnProcesses;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/// A pool of readers without a sandbox around it.
record OpenReaders(ReaderPool pool, SandboxDirectory directory, ScheduledExecutorService clock)
    implements AutoCloseable {
  private static final Path TARGET = Path.of("target").toAbsolutePath();
  private static final Duration AMPLE = Duration.ofMinutes(2);

  /// Processor time of which no page has too little.
  static final ReaderPool.Times PATIENT = new ReaderPool.Times(60_000, 60_000);

  /// A pool of one reader beside the one for slow pages, all with the cache that tests share.
  static OpenReaders open(Path folder, ReaderPool.Times times)
      throws IOException, InterruptedException {
    return open(folder, times, 96);
  }

  /// The same with another heap.
  static OpenReaders open(Path folder, ReaderPool.Times times, int heapMiB)
      throws IOException, InterruptedException {
    var settings = SandboxSettings.defaults().withBounds(1, 1, heapMiB);
    var readers = open(folder, times, settings, Optional.of(TARGET.resolve("start-cache")));
    try (var _ = BuildLock.take(TARGET.resolve("start-cache.lock"))) {
      readers.pool.makeCache();
    }
    return readers;
  }

  /// The same with readers that a Java home in the hands of an attacker starts.
  static OpenReaders ofHome(Path folder, Path home, ReaderPool.Times times) throws IOException {
    var settings =
        SandboxSettings.defaults()
            .withBounds(1, 1, 96)
            .withJavaHome(home)
            .withConfinement(Confinement.OFFERED);
    return open(folder, times, settings, Optional.empty());
  }

  private static OpenReaders open(
      Path folder, ReaderPool.Times times, SandboxSettings all, Optional<Path> cachePlace)
      throws IOException {
    var settings = all.withDeadlines(AMPLE, AMPLE, AMPLE);
    var directory = SandboxDirectory.open(folder);
    var jars = ClassPathJars.find(ConfinedProgram.READER, directory.path());
    var command =
        new WorkerCommand(
            ConfinedProgram.READER, settings.places().javaHome(), settings.heapMiB(), jars);
    Optional<StartCache> cache =
        cachePlace.isPresent()
            ? Optional.of(StartCache.of(cachePlace.get(), command))
            : Optional.empty();
    var clock = Executors.newSingleThreadScheduledExecutor();
    var launcher = new ProcessLauncher(settings, directory, command, cache, clock);
    return new OpenReaders(new ReaderPool(1, launcher, clock, times), directory, clock);
  }

  /// The JVMs of the readers, which namespaces may put behind other processes.
  List<ProcessHandle> jvms() {
    return OwnProcesses.below(directory.path())
        .filter(process -> OwnProcesses.commandLine(process).contains("ReaderMain"))
        .filter(process -> process.children().findAny().isEmpty())
        .toList();
  }

  List<Long> pids() {
    return jvms().stream().map(ProcessHandle::pid).toList();
  }

  ViewReader reader() {
    return pool;
  }

  @Override
  public void close() {
    pool.close();
    clock.shutdownNow();
    directory.close();
  }
}
