package dev.sojourn.host.daemon;

import dev.sojourn.testing.BuildLock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The start cache of the distribution, made as an operator makes it. Tests start hundreds of
/// daemons and commands, and with it each takes half of the processor time.
final class DaemonArchive {
  private static final Path TARGET = Path.of("target").toAbsolutePath();

  static {
    try (var _ = BuildLock.take(TARGET.resolve("daemon-archive.lock"))) {
      if (!isCurrent()) {
        make();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private DaemonArchive() {}

  /// The options that the start script reads from the environment, once the cache is made. These
  /// processes end before the second compiler pays off.
  static String options() {
    return "-XX:TieredStopAtLevel=1";
  }

  private static boolean isCurrent() throws IOException {
    var cache = cache(TARGET.resolve("dist"));
    if (cache.isEmpty()) {
      return false;
    }
    var made = Files.getLastModifiedTime(cache.get());
    try (var jars = Files.newDirectoryStream(TARGET.resolve("dist/lib"))) {
      for (var jar : jars) {
        if (Files.getLastModifiedTime(jar).compareTo(made) > 0) {
          return false;
        }
      }
    }
    return true;
  }

  /// The start cache of a distribution.
  static Optional<Path> cache(Path dist) throws IOException {
    try (var found = Files.newDirectoryStream(dist, "sojourn-host-*.aot")) {
      var files = found.iterator();
      return files.hasNext() ? Optional.of(files.next()) : Optional.empty();
    }
  }

  private static void make() throws IOException {
    var builder =
        new ProcessBuilder(TARGET.resolve("dist/bin/make-start-cache").toString())
            .redirectErrorStream(true);
    builder.environment().put("SOJOURN_JAVA_HOME", System.getProperty("java.home"));
    var process = builder.start();
    process.getOutputStream().close();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException("no start cache: " + said);
      }
    } catch (InterruptedException e) {
      throw new InterruptedIOException(e.getMessage());
    }
  }
}
