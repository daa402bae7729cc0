package dev.sojourn.app.whole;

import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.launch.ClassPathJars;
import dev.sojourn.sandbox.launch.ConfinedProgram;
import dev.sojourn.sandbox.launch.StartCache;
import dev.sojourn.sandbox.launch.UserCache;
import dev.sojourn.sandbox.launch.WorkerCommand;
import dev.sojourn.testing.BuildLock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/// The start caches of the built program. Those of workers and readers are made before the first
/// test that starts many. The build made the program's own.
public final class ProgramStartCache {
  private static final Path TARGET = Path.of("target").toAbsolutePath();

  private ProgramStartCache() {}

  /// Makes those of workers and readers if they are missing; the program's crawls use them, and
  /// lend them to their hosts. Waits for another test process that makes them at the same time. Has
  /// daemons that this process starts begin as those of the program do.
  public static void make() throws IOException {
    lendToDaemons();
    var user = UserCache.find(System.getenv(), "");
    if (user.isEmpty()) {
      return;
    }
    var settings = SandboxSettings.defaults();
    var home = settings.places().javaHome();
    try (var _ = BuildLock.take(TARGET.resolve("user-start-cache.lock"))) {
      for (var program : ConfinedProgram.values()) {
        var command = new WorkerCommand(program, home, settings.heapMiB(), jars(program));
        StartCache.of(user.get().resolve("start-cache"), command)
            .make(words -> new ProcessBuilder(words).redirectErrorStream(true).start());
      }
    } catch (InterruptedException e) {
      throw new InterruptedIOException(e.getMessage());
    }
  }

  private static List<Path> jars(ConfinedProgram program) throws IOException {
    return ClassPathJars.find(program, TARGET).stream()
        .map(jar -> TARGET.resolve("dist/lib").resolve(jar.getFileName()))
        .toList();
  }

  /// Sets what the start script sets for a program that starts daemons. Without it a daemon takes
  /// twice the processor time to start, and unpacks a library for each.
  private static void lendToDaemons() throws IOException {
    var dist = TARGET.resolve("dist");
    try (var caches = Files.newDirectoryStream(dist, "sojourn-*.aot")) {
      for (var cache : caches) {
        System.setProperty("sojourn.cache", cache.toString());
      }
    }
    var machine = System.getProperty("os.arch").replace("amd64", "x86_64");
    var libraries = dist.resolve("native").resolve(System.getProperty("os.name") + "-" + machine);
    try (var zstd = Files.newDirectoryStream(libraries, "libzstd-jni.*")) {
      for (var file : zstd) {
        System.setProperty("ZstdNativePath", file.toString());
        System.setProperty("org.sqlite.lib.path", libraries.toString());
      }
    } catch (NoSuchFileException _) {
      // The library has another name, or there is none for this platform: the daemons unpack it
      // themselves.
    }
  }
}
