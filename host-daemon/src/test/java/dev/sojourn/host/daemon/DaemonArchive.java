package dev.sojourn.host.daemon;

import dev.sojourn.testing.StartArchive;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The start archive of the daemon of the distribution.
final class DaemonArchive {
  private static final Path TARGET = Path.of("target").toAbsolutePath();

  /// The options that the start script reads from the environment.
  static final String OPTIONS =
      String.join(
          " ",
          StartArchive.of(TARGET.resolve("start-archive.jsa"), jars(), DaemonArchive::start)
              .options());

  private DaemonArchive() {}

  private static List<Path> jars() {
    try (var jars = Files.list(TARGET.resolve("dist/lib"))) {
      return jars.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Process start(Path folder, List<String> options) throws IOException {
    var config = StartArchive.hostConfig(folder);
    var builder =
        new ProcessBuilder(
            TARGET.resolve("dist/bin/sojourn-host").toString(),
            "run",
            "--config",
            config.toString(),
            "--json");
    builder.environment().put("SOJOURN_JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("SOJOURN_JAVA_OPTIONS", String.join(" ", options));
    return builder.redirectError(folder.resolve("errors").toFile()).start();
  }
}
