package dev.sojourn.lab.site;

import dev.sojourn.lab.experiment.SiteDescription;
import dev.sojourn.lab.process.InstalledPackage;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// The folder of a site, which the web server and hosts read. Existing files are copied, since a
/// robots.txt is written next to them.
public final class SiteFolder {
  private static final String ROBOTS = "robots.txt";
  private static final Path REPOSITORY =
      Path.of(System.getProperty("user.home", "."), ".m2", "repository");

  private SiteFolder() {}

  /// Creates the folder of a site.
  ///
  /// @param site the description of its pages
  /// @param seed of a generated site
  /// @param folder the folder to create
  /// @throws IOException if a file cannot be read or written, a package is not installed, or an
  ///   artifact cannot be fetched
  /// @throws InterruptedException if the thread is interrupted
  public static void write(SiteDescription site, long seed, Path folder)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    switch (site) {
      case SiteDescription.Generated made -> new GeneratedSite(made, seed).write(folder);
      case SiteDescription.Folder(_, var from) -> copy(from, folder);
      case SiteDescription.DebianPackage(_, var name) -> copy(documentation(name), folder);
      case SiteDescription.Javadoc(_, var artifact) -> {
        try (var jar = JavadocJar.resolve(artifact, REPOSITORY, "mvn")) {
          jar.unpack(folder);
        }
      }
      case SiteDescription.Warc captured -> new WarcFolder(captured).write(folder);
    }
  }

  /// The topmost folder of a package with a start page.
  private static Path documentation(String name) throws IOException, InterruptedException {
    var installed = InstalledPackage.of(name);
    if (!installed.isInstalled()) {
      throw new IOException(
          "the Debian package "
              + name
              + " is not installed here; install it with: apt install "
              + name);
    }
    return installed
        .documentation()
        .orElseThrow(() -> new IOException("the Debian package " + name + " has no index.html"));
  }

  private static void copy(Path from, Path to) throws IOException {
    if (!Files.isDirectory(from)) {
      throw new NoSuchFileException(from.toString());
    }
    try (var paths = Files.walk(from, FileVisitOption.FOLLOW_LINKS)) {
      for (var path : (Iterable<Path>) paths::iterator) {
        var target = to.resolve(from.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(target);
        } else if (Files.isRegularFile(path) && !target.equals(to.resolve(ROBOTS))) {
          Files.copy(path, target);
        }
      }
    }
  }
}
