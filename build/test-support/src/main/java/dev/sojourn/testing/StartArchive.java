package dev.sojourn.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The start archive of a program under test: the classes that it loads, laid out as the JVM maps
/// them. Tests start hundreds of processes, and with the archive each takes a third of the
/// processor time. It is made once for a build, by a program that starts and ends.
public final class StartArchive {
  private final Path file;

  private StartArchive(Path file) {
    this.file = file;
  }

  /// Starts the program that the archive is made from.
  @FunctionalInterface
  public interface Training {
    /// Starts the program; it prints a line when it has loaded its classes, and ends when it is
    /// asked to, or by itself.
    ///
    /// @param folder an empty directory for its files
    /// @param options of the JVM, one a word
    /// @return the process; its standard output is a pipe
    /// @throws IOException if it cannot be started
    Process start(Path folder, List<String> options) throws IOException;
  }

  /// The archive of a program, made if there is none, if a jar is newer, or if it was made for
  /// another class path.
  ///
  /// @param file its place, below the build directory of a module; other test processes may ask for
  ///   the same
  /// @param jars the program's class path; a JVM uses no archive that was made for another
  /// @param training starts the program
  /// @return the archive
  public static StartArchive of(Path file, List<Path> jars, Training training) {
    try (var _ = BuildLock.take(file.resolveSibling(file.getFileName() + ".lock"))) {
      if (!isCurrent(file, jars)) {
        make(file, training);
        Files.write(classPath(file), lines(jars));
      }
      return new StartArchive(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// {@return the options of a JVM that uses the archive} These processes end before the second
  /// compiler pays off. The JVM would print messages about an unusable archive to standard output,
  /// among the data.
  public List<String> options() {
    return options("-XX:SharedArchiveFile=" + file);
  }

  private static List<String> options(String archive) {
    return List.of("-XX:TieredStopAtLevel=1", "-Xlog:disable", archive);
  }

  /// Writes the configuration of a host daemon that can start: a site without pages, for programs
  /// that train an archive with one.
  ///
  /// @param folder an empty directory
  /// @return the configuration file
  /// @throws IOException if it cannot be written
  public static Path hostConfig(Path folder) throws IOException {
    Files.createDirectory(folder.resolve("www"));
    return Files.writeString(
        folder.resolve("host.toml"),
        """
        listen = "127.0.0.1:0"
        data = "data"
        [[site]]
        origin = "http://site.example"
        root = "www"
        """);
  }

  private static Path classPath(Path file) {
    return file.resolveSibling(file.getFileName() + ".jars");
  }

  private static List<String> lines(List<Path> jars) {
    return jars.stream().map(Path::toString).toList();
  }

  private static boolean isCurrent(Path file, List<Path> jars) throws IOException {
    var classPath = classPath(file);
    if (!Files.exists(file)
        || !Files.exists(classPath)
        || !Files.readAllLines(classPath).equals(lines(jars))) {
      return false;
    }
    var made = Files.getLastModifiedTime(file);
    for (var jar : jars) {
      if (Files.getLastModifiedTime(jar).compareTo(made) > 0) {
        return false;
      }
    }
    return true;
  }

  private static void make(Path file, Training training) throws IOException {
    var folder = Files.createTempDirectory(file.getParent(), "start-archive");
    var archive = folder.resolve("archive");
    var process = training.start(folder, options("-XX:ArchiveClassesAtExit=" + archive));
    try {
      var ready = new BufferedReader(process.inputReader(StandardCharsets.UTF_8)).readLine();
      process.destroy();
      if (ready == null || !process.waitFor(2, TimeUnit.MINUTES)) {
        throw new IOException("no archive: the program did not start or end in " + folder);
      }
    } catch (InterruptedException e) {
      throw new InterruptedIOException(e.getMessage());
    } finally {
      process.destroyForcibly();
    }
    Files.move(archive, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
