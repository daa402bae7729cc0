package dev.sojourn.dispatcher.crawl;

import dev.sojourn.base.file.OwnerOnly;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.launch.ClassPathJars;
import dev.sojourn.sandbox.launch.ConfinedProgram;
import dev.sojourn.sandbox.launch.StartCache;
import dev.sojourn.sandbox.launch.UserCache;
import dev.sojourn.sandbox.launch.WorkerCommand;
import dev.sojourn.testing.BuildLock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The start caches of workers and readers at home, made before the first crawl of the tests. A
/// crawl makes them beside its work, and gives that up when it ends. On a busy machine each short
/// crawl would begin them in vain.
///
/// The build sets `XDG_CACHE_HOME` for integration tests. If it is not set, nothing is made: unit
/// tests start no worker.
public final class UserStartCache {
  private static final Path TARGET = Path.of("target").toAbsolutePath();

  private UserStartCache() {}

  /// Makes those of crawls in this process, and of processes with its class path.
  public static void ofTests() throws IOException {
    for (var program : ConfinedProgram.values()) {
      make(program, ClassPathJars.find(program, TARGET));
    }
  }

  /// Makes those of the distribution, whose jars lie elsewhere.
  public static void ofProgram() throws IOException {
    for (var program : ConfinedProgram.values()) {
      var jars = new ArrayList<Path>();
      for (var jar : ClassPathJars.find(program, TARGET)) {
        var shipped = TARGET.resolve("dist/lib").resolve(jar.getFileName());
        if (Files.exists(shipped)) {
          jars.add(shipped);
        }
      }
      make(program, jars);
    }
  }

  /// Gives a daemon's data directory the start cache. A daemon that has just begun has none of its
  /// workers yet, and these would take twice as long to start. What [#ofTests] made is of the same
  /// jars.
  ///
  /// @param data the directory, which need not be there yet
  public static void lend(Path data) throws IOException {
    var shared = UserCache.find(System.getenv(), "").map(own -> own.resolve("start-cache"));
    if (shared.isEmpty() || !Files.isDirectory(shared.get())) {
      return;
    }
    OwnerOnly.createDirectories(data);
    var own = data.resolve("start-cache");
    OwnerOnly.createDirectories(own);
    try (var caches = Files.newDirectoryStream(shared.get(), "*.aot")) {
      for (var cache : caches) {
        Files.createLink(own.resolve(cache.getFileName()), cache);
      }
    } catch (FileSystemException _) {
      // It lies on another disk, or a test beside has just given it up or lent it too.
    }
  }

  private static void make(ConfinedProgram program, List<Path> jars) throws IOException {
    var own = UserCache.find(System.getenv(), "");
    if (own.isEmpty()) {
      return;
    }
    var settings = SandboxSettings.defaults();
    var home = settings.places().javaHome();
    var command = new WorkerCommand(program, home, settings.heapMiB(), jars);
    // Waits for another test process that makes it at the same time.
    try (var _ = BuildLock.take(TARGET.resolve("user-start-cache.lock"))) {
      StartCache.of(own.get().resolve("start-cache"), command)
          .make(words -> new ProcessBuilder(words).redirectErrorStream(true).start());
    } catch (InterruptedException e) {
      throw new InterruptedIOException(e.getMessage());
    }
  }
}
