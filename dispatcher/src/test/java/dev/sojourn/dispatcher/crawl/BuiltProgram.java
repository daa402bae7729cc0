package dev.sojourn.dispatcher.crawl;

import dev.sojourn.testing.StartArchive;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The program in `target/dist`, as whoever installs it has it.
public final class BuiltProgram {
  private static final Path DIST = Path.of("target", "dist").toAbsolutePath();

  /// The script that starts it.
  public static final Path FILE = DIST.resolve("bin/sojourn-dispatcher");

  private static boolean hasStartCache;

  private BuiltProgram() {}

  /// Prepares to start the program, with a start cache for its workers.
  ///
  /// @param command the words that start [#FILE], and its own
  /// @param more options of its JVM
  /// @return what starts it; its key and its other settings are the caller's matter
  public static ProcessBuilder builder(List<String> command, String... more) throws IOException {
    makeStartCache();
    var builder = new ProcessBuilder(command);
    builder.environment().put("SOJOURN_JAVA_HOME", System.getProperty("java.home"));
    var options = javaOptions() + " " + String.join(" ", more);
    builder.environment().put("SOJOURN_JAVA_OPTIONS", options);
    return builder;
  }

  /// Once in this process: to see whether a cache is there takes a digest of all jars.
  private static synchronized void makeStartCache() throws IOException {
    if (!hasStartCache) {
      UserStartCache.ofProgram();
      hasStartCache = true;
    }
  }

  /// {@return the value of `SOJOURN_JAVA_OPTIONS` with which it starts in half of the processor
  /// time}
  public static String javaOptions() {
    try (var jars = Files.list(DIST.resolve("lib"))) {
      var archive = DIST.resolveSibling("start-archive-dist.jsa");
      var made = StartArchive.of(archive, jars.toList(), BuiltProgram::train);
      return String.join(" ", made.options());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Process train(Path folder, List<String> options) throws IOException {
    var builder =
        new ProcessBuilder(
            FILE.toString(),
            "crawl",
            "http://127.0.0.1:1/",
            "--json",
            "--out",
            folder.resolve("out").toString(),
            "--patience",
            "1s");
    builder.environment().put("SOJOURN_JAVA_OPTIONS", String.join(" ", options));
    builder.environment().put("SOJOURN_JAVA_HOME", System.getProperty("java.home"));
    // A key of its own, and none among those of the person who runs the tests.
    builder.environment().put("XDG_CONFIG_HOME", folder.toString());
    return builder.redirectError(folder.resolve("errors").toFile()).start();
  }
}
