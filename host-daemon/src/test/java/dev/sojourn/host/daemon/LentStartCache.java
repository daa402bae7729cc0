package dev.sojourn.host.daemon;

import dev.sojourn.base.file.OwnerOnly;
import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.config.ConfigReading;
import dev.sojourn.host.config.HostConfig;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.launch.ClassPathJars;
import dev.sojourn.sandbox.launch.StartCache;
import dev.sojourn.sandbox.launch.WorkerCommand;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The start cache of daemons that are there for a test only: one that has just begun has none yet,
/// and its workers would take twice as long to start.
final class LentStartCache {
  private static final Path TARGET = Path.of("target").toAbsolutePath();
  private static final Path SHARED = TARGET.resolve("start-cache");

  /// Of the distribution, whose jars lie elsewhere than those of the tests.
  private static final Path OF_PROGRAM = TARGET.resolve("program-start-cache");

  private static final Set<Integer> HEAPS_MADE = ConcurrentHashMap.newKeySet();
  private static final Set<Integer> OF_PROGRAM_MADE = ConcurrentHashMap.newKeySet();

  private LentStartCache() {}

  /// Puts into a daemon's directory, before it starts, what was made for all.
  static void to(HostConfig config) throws IOException {
    if (HEAPS_MADE.add(config.limits().heapMiB())) {
      make(HostDaemon.sandboxSettings(config), SHARED, ClassPathJars.find(TARGET));
    }
    lendAll(SHARED, config.data());
  }

  /// Puts into a directory what was made for all sandboxes with heaps of the usual size.
  static void to(Path own) throws IOException {
    var usual = SandboxSettings.defaults();
    if (HEAPS_MADE.add(usual.heapMiB())) {
      make(usual, SHARED, ClassPathJars.find(TARGET));
    }
    lendTo(own, SHARED);
  }

  /// The same for a daemon of the distribution, in a process of its own.
  ///
  /// @param config its configuration file, which may have mistakes
  static void toProgram(Path config) throws IOException {
    if (ConfigReader.read(config, Map.of(), Instant.now()) instanceof ConfigReading.Valid valid) {
      if (OF_PROGRAM_MADE.add(valid.config().limits().heapMiB())) {
        make(HostDaemon.sandboxSettings(valid.config()), OF_PROGRAM, jarsOfProgram());
      }
      lendAll(OF_PROGRAM, valid.config().data());
    }
  }

  private static void lendAll(Path shared, Path data) throws IOException {
    OwnerOnly.createDirectories(data);
    var own = data.resolve("start-cache");
    OwnerOnly.createDirectories(own);
    lendTo(own, shared);
  }

  private static void lendTo(Path own, Path shared) throws IOException {
    if (!Files.getFileStore(own).equals(Files.getFileStore(shared))) {
      return; // A disk of its own, that is to be full, has no room for a copy.
    }
    try (var caches = Files.newDirectoryStream(shared, "*.aot")) {
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

  private static List<Path> jarsOfProgram() throws IOException {
    var jars = new ArrayList<Path>();
    for (var jar : ClassPathJars.find(TARGET)) {
      var shipped = TARGET.resolve("dist/lib").resolve(jar.getFileName());
      if (Files.exists(shipped)) {
        jars.add(shipped);
      }
    }
    return jars;
  }

  /// Waits for another test process that makes one at the same time.
  private static void make(SandboxSettings settings, Path directory, List<Path> jars)
      throws IOException {
    OwnerOnly.createDirectories(directory);
    try (var channel =
            FileChannel.open(
                directory.resolveSibling(directory.getFileName() + ".lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        var _ = channel.lock()) {
      var command = new WorkerCommand(settings.places().javaHome(), settings.heapMiB(), jars);
      StartCache.of(directory, command)
          .make(words -> new ProcessBuilder(words).redirectErrorStream(true).start());
    } catch (InterruptedException e) {
      throw new InterruptedIOException(e.getMessage());
    }
  }
}
