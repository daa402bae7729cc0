package dev.sojourn.lab.site;

import dev.sojourn.base.text.Messages;
import dev.sojourn.lab.experiment.MavenCoordinates;
import dev.sojourn.lab.process.ChildProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipException;

/// The javadoc jar of a Maven artifact. It comes from the local repository, or is fetched by Maven.
final class JavadocJar implements AutoCloseable {
  private static final Duration TIME_TO_FETCH = Duration.ofMinutes(5);
  // The build of this program uses the same version, so it is available without a network.
  private static final String COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy";
  private static final String ERROR = "[ERROR] ";

  private final Path file;

  /// The folder into which the jar was fetched.
  private final Optional<Path> fetched;

  private JavadocJar(Path file, Optional<Path> fetched) {
    this.file = file;
    this.fetched = fetched;
  }

  /// Finds the jar.
  ///
  /// @param repository the local repository
  /// @param maven the program that fetches the jar if the repository does not have it
  /// @throws IOException if it cannot be found or fetched; the message says what to do
  static JavadocJar resolve(MavenCoordinates artifact, Path repository, String maven)
      throws IOException, InterruptedException {
    var name = "%s-%s-javadoc.jar".formatted(artifact.artifact(), artifact.version());
    var local =
        repository
            .resolve(artifact.group().replace('.', '/'))
            .resolve(artifact.artifact())
            .resolve(artifact.version())
            .resolve(name);
    if (Files.isRegularFile(local)) {
      return new JavadocJar(local, Optional.empty());
    }
    var folder = Files.createTempDirectory("sojourn-javadoc-");
    var jar = new JavadocJar(folder.resolve(name), Optional.of(folder));
    try {
      jar.fetch(artifact, repository, maven, folder);
      return jar;
    } catch (IOException | InterruptedException e) {
      jar.close();
      throw e;
    }
  }

  private void fetch(MavenCoordinates artifact, Path repository, String maven, Path folder)
      throws IOException, InterruptedException {
    var named = "-Dartifact=" + artifact + ":jar:javadoc";
    var command = List.of(maven, "-B", "-q", COPY, named, "-DoutputDirectory=" + folder);
    var log = folder.resolve("log");
    var reason = "";
    var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    try (var child = ChildProcess.start(builder.redirectOutput(log.toFile()))) {
      reason =
          child.process().waitFor(TIME_TO_FETCH)
              ? reason(Files.readString(log, StandardCharsets.ISO_8859_1))
              : "Maven took longer than five minutes";
    } catch (IOException e) {
      reason = Messages.clause(e);
    }
    if (!Files.isRegularFile(file)) {
      throw new IOException(
          ("the javadoc of %s is not in %s, and Maven could not fetch it (%s); correct"
                  + " site.artifact, or fetch it on a machine with a network: mvn %s %s"
                  + " -DoutputDirectory=.")
              .formatted(artifact, repository, reason, COPY, named));
    }
  }

  /// The first error that Maven reports.
  private static String reason(String log) {
    return log.lines()
        .filter(line -> line.startsWith(ERROR))
        .map(line -> line.substring(ERROR.length()).split(" -> \\[Help", 2)[0].strip())
        .filter(line -> !line.isEmpty())
        .findFirst()
        .orElse("it gave no reason");
  }

  /// Unpacks the pages.
  ///
  /// @param folder the target folder
  void unpack(Path folder) throws IOException {
    try {
      SiteArchive.unpack(file, folder);
    } catch (ZipException e) {
      throw new IOException(
          "%s is no jar (%s); delete it, so that it is fetched again"
              .formatted(file, Messages.clause(e)),
          e);
    }
  }

  /// Deletes the fetched files.
  @Override
  public void close() throws IOException {
    if (fetched.isPresent()) {
      Files.deleteIfExists(file);
      Files.deleteIfExists(fetched.get().resolve("log"));
      Files.deleteIfExists(fetched.get());
    }
  }
}
