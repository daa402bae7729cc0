package dev.sojourn.app.whole;

import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.launch.ClassPathJars;
import dev.sojourn.sandbox.launch.StartCache;
import dev.sojourn.sandbox.launch.UserCache;
import dev.sojourn.sandbox.launch.WorkerCommand;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;

/// The start cache of the built program's workers, made before the first test that starts many. The
/// program's crawls use it, and lend it to their hosts.
public final class ProgramStartCache {
  private static final Path TARGET = Path.of("target").toAbsolutePath();

  private ProgramStartCache() {}

  /// Makes it where it is missing. Waits for another test process that makes it at the same time.
  public static void make() throws IOException {
    var user = UserCache.find(System.getenv(), "");
    if (user.isEmpty()) {
      return;
    }
    var jars = new ArrayList<Path>();
    for (var jar : ClassPathJars.find(TARGET)) {
      jars.add(TARGET.resolve("dist/lib").resolve(jar.getFileName()));
    }
    var settings = SandboxSettings.defaults();
    var command = new WorkerCommand(settings.places().javaHome(), settings.heapMiB(), jars);
    try (var channel =
            FileChannel.open(
                TARGET.resolve("user-start-cache.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        var _ = channel.lock()) {
      StartCache.of(user.get().resolve("start-cache"), command)
          .make(words -> new ProcessBuilder(words).redirectErrorStream(true).start());
    } catch (InterruptedException e) {
      throw new InterruptedIOException(e.getMessage());
    }
  }
}
