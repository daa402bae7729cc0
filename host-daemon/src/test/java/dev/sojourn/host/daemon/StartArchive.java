package dev.sojourn.host.daemon;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/// The start archive of the daemon under test: the classes that a daemon loads, laid out as the JVM
/// maps them. These tests start some two hundred processes, and with the archive each takes a third
/// of the processor time. It is made once for a build, by a daemon that starts and ends.
final class StartArchive {
  private static final Path TARGET = Path.of("target").toAbsolutePath();
  private static final Path FILE = TARGET.resolve("start-archive.jsa");

  /// These processes end before the second compiler has paid. What the JVM would say of an archive
  /// that it cannot use goes to standard output, among the data.
  private static final String COMPILER = "-XX:TieredStopAtLevel=1 -Xlog:disable ";

  /// What a start script reads from the environment.
  static final String OPTIONS = COMPILER + "-XX:SharedArchiveFile=" + made();

  private StartArchive() {}

  private static Path made() {
    try (var channel =
            FileChannel.open(
                TARGET.resolve("start-archive.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        var _ = channel.lock()) {
      if (!isCurrent()) {
        make();
      }
      return FILE;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isCurrent() throws IOException {
    if (!Files.exists(FILE)) {
      return false;
    }
    var made = Files.getLastModifiedTime(FILE);
    try (var jars = Files.list(TARGET.resolve("dist/lib"))) {
      for (var jar : jars.toList()) {
        if (Files.getLastModifiedTime(jar).compareTo(made) > 0) {
          return false;
        }
      }
    }
    return true;
  }

  private static void make() throws IOException {
    var folder = Files.createTempDirectory(TARGET, "start-archive");
    Files.createDirectory(folder.resolve("www"));
    var config =
        Files.writeString(
            folder.resolve("host.toml"),
            """
            listen = "127.0.0.1:0"
            data = "data"
            [[site]]
            origin = "http://site.example"
            root = "www"
            """);
    var archive = folder.resolve("archive");
    var builder =
        new ProcessBuilder(
            TARGET.resolve("dist/bin/sojourn-host").toString(),
            "run",
            "--config",
            config.toString(),
            "--json");
    builder.environment().put("SOJOURN_JAVA_HOME", System.getProperty("java.home"));
    builder
        .environment()
        .put("SOJOURN_JAVA_OPTIONS", COMPILER + "-XX:ArchiveClassesAtExit=" + archive);
    var daemon = builder.redirectError(folder.resolve("errors").toFile()).start();
    try {
      var ready = new BufferedReader(daemon.inputReader(StandardCharsets.UTF_8)).readLine();
      daemon.destroy();
      if (ready == null || !daemon.waitFor(2, TimeUnit.MINUTES)) {
        throw new IOException("no archive: " + Files.readString(folder.resolve("errors")));
      }
    } catch (InterruptedException e) {
      throw new InterruptedIOException(e.getMessage());
    } finally {
      daemon.destroyForcibly();
    }
    Files.move(archive, FILE, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
