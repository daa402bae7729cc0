package dev.sojourn.dispatcher.crawl;

import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.launch.ClassPathJars;
import dev.sojourn.sandbox.launch.StartCache;
import dev.sojourn.sandbox.launch.UserCache;
import dev.sojourn.sandbox.launch.WorkerCommand;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// The start cache of workers at home, made before the first crawl of the tests. A crawl makes it
/// beside its work, and gives that up when it ends; on a busy machine one short crawl after the
/// other would begin it in vain.
public final class UserStartCache {
  private static final Path TARGET = Path.of("target").toAbsolutePath();

  private UserStartCache() {}

  /// Makes the one of crawls in this process, and of processes with its class path.
  public static void ofTests() throws IOException {
    make(ClassPathJars.find(TARGET));
  }

  /// Makes the one of the distribution, whose jars lie elsewhere.
  public static void ofProgram() throws IOException {
    var jars = new ArrayList<Path>();
    for (var jar : ClassPathJars.find(TARGET)) {
      var shipped = TARGET.resolve("dist/lib").resolve(jar.getFileName());
      if (Files.exists(shipped)) {
        jars.add(shipped);
      }
    }
    make(jars);
  }

  private static void make(List<Path> jars) throws IOException {
    var own = UserCache.find(System.getenv(), System.getProperty("user.home", ""));
    if (own.isEmpty()) {
      return;
    }
    var settings = SandboxSettings.defaults();
    var command = new WorkerCommand(settings.places().javaHome(), settings.heapMiB(), jars);
    // Waits for another test process that makes it at the same time.
    try (var channel =
            FileChannel.open(
                TARGET.resolve("user-start-cache.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        var _ = channel.lock()) {
      StartCache.of(own.get().resolve("start-cache"), command)
          .make(words -> new ProcessBuilder(words).redirectErrorStream(true).start());
    } catch (InterruptedException e) {
      throw new InterruptedIOException(e.getMessage());
    }
  }
}
