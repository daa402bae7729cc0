package dev.sojourn.host.daemon;

import dev.sojourn.base.file.OwnerOnly;
import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.config.ConfigReading;
import dev.sojourn.host.config.HostConfig;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.launch.ClassPathJars;
import dev.sojourn.sandbox.launch.ConfinedProgram;
import dev.sojourn.sandbox.launch.StartCache;
import dev.sojourn.sandbox.launch.WorkerCommand;
import dev.sojourn.testing.BuildLock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The start cache of daemons that are there for a test only. A daemon that has just begun has none
/// yet, and its workers would take twice as long to start.
final class LentStartCache {
  private static final Path TARGET = Path.of("target").toAbsolutePath();
  private static final Shared OF_TESTS =
      new Shared(TARGET.resolve("start-cache"), ConcurrentHashMap.newKeySet(), false);

  /// The cache of the distribution, whose jars lie elsewhere than those of the tests.
  private static final Shared OF_PROGRAM =
      new Shared(TARGET.resolve("program-start-cache"), ConcurrentHashMap.newKeySet(), true);

  private LentStartCache() {}

  /// The caches that all daemons of a kind use.
  ///
  /// @param directory of their files
  /// @param heaps the sizes in MiB for which they are known to be there
  private record Shared(Path directory, Set<Integer> heaps, boolean isOfProgram) {}

  /// Makes the cache that [#to] lends to daemons of the usual heap, for a test that then has little
  /// time.
  static void prepare() throws IOException {
    make(OF_TESTS, SandboxSettings.defaults());
  }

  /// Puts the shared cache into a daemon's directory, before it starts.
  static void to(HostConfig config) throws IOException {
    make(OF_TESTS, HostDaemon.sandboxSettings(config));
    lendAll(OF_TESTS, config.data());
  }

  /// Puts the shared cache for heaps of the usual size into the directory of a sandbox.
  static void to(Path own) throws IOException {
    make(OF_TESTS, SandboxSettings.defaults());
    lendTo(own, OF_TESTS);
  }

  /// The same for a daemon of the distribution, in a process of its own.
  ///
  /// @param config its configuration file, which may have mistakes
  static void toProgram(Path config) throws IOException {
    if (ConfigReader.read(config, Map.of(), Instant.now()) instanceof ConfigReading.Valid valid) {
      make(OF_PROGRAM, HostDaemon.sandboxSettings(valid.config()));
      lendAll(OF_PROGRAM, valid.config().data());
    }
  }

  private static void lendAll(Shared shared, Path data) throws IOException {
    OwnerOnly.createDirectories(data);
    var own = data.resolve("start-cache");
    OwnerOnly.createDirectories(own);
    lendTo(own, shared);
  }

  private static void lendTo(Path own, Shared shared) throws IOException {
    if (!Files.getFileStore(own).equals(Files.getFileStore(shared.directory()))) {
      return; // A small disk that is to be filled has no room for a copy.
    }
    try (var caches = Files.newDirectoryStream(shared.directory(), "*.aot")) {
      for (var cache : caches) {
        lend(cache, own.resolve(cache.getFileName()));
      }
    }
  }

  private static void lend(Path cache, Path lent) throws IOException {
    try {
      if (!Files.exists(lent)) {
        Files.createLink(lent, cache);
      }
    } catch (NoSuchFileException _) {
      // Another test process has just given up the oldest one.
    }
  }

  private static List<Path> shipped(ConfinedProgram program) throws IOException {
    var jars = new ArrayList<Path>();
    for (var jar : ClassPathJars.find(program, TARGET)) {
      var shipped = TARGET.resolve("dist/lib").resolve(jar.getFileName());
      if (Files.exists(shipped)) {
        jars.add(shipped);
      }
    }
    return jars;
  }

  /// Makes those of workers and readers if they are missing. Waits for another test that makes one
  /// at the same time.
  private static void make(Shared shared, SandboxSettings settings) throws IOException {
    if (shared.heaps().contains(settings.heapMiB())) {
      return;
    }
    var directory = shared.directory();
    OwnerOnly.createDirectories(directory);
    try (var _ = BuildLock.take(directory.resolveSibling(directory.getFileName() + ".lock"))) {
      for (var program : ConfinedProgram.values()) {
        var jars = shared.isOfProgram() ? shipped(program) : ClassPathJars.find(program, TARGET);
        var home = settings.places().javaHome();
        StartCache.of(directory, new WorkerCommand(program, home, settings.heapMiB(), jars))
            .make(words -> new ProcessBuilder(words).redirectErrorStream(true).start());
      }
      shared.heaps().add(settings.heapMiB());
    } catch (InterruptedException e) {
      throw new InterruptedIOException(e.getMessage());
    }
  }
}
