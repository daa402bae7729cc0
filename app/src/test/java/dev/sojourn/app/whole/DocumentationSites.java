package dev.sojourn.app.whole;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipInputStream;

/// Three real sites as folders: Debian's documentation packages if they are installed, else the
/// Javadoc sites that the demo crawls.
final class DocumentationSites {
  private static final Path PACKAGES = Path.of("/usr/share/doc");

  private static final List<Source> SOURCES =
      List.of(
          new Source("postgresql-doc-15/html", "jsoup"),
          new Source("python3-doc/html", "junit-jupiter-api"),
          new Source("apache2-doc/manual", "lucene-core"));

  private DocumentationSites() {}

  private record Source(String debianFolder, String javadocJar) {
    void copyTo(Path root) throws IOException {
      var installed = PACKAGES.resolve(debianFolder);
      if (Files.isDirectory(installed)) {
        copyPages(installed.toRealPath(), root);
      } else {
        unpack(Path.of("target/dist/sites", javadocJar + ".jar"), root);
      }
    }
  }

  /// Makes a document root of each site.
  ///
  /// @param folder for the roots
  /// @return the roots
  static List<Path> in(Path folder) throws IOException {
    for (int i = 0; i < SOURCES.size(); i++) {
      SOURCES.get(i).copyTo(root(folder, i));
    }
    return List.of(root(folder, 0), root(folder, 1), root(folder, 2));
  }

  private static Path root(Path folder, int number) {
    return folder.resolve("documentation-" + number);
  }

  /// Copies the files of pages; links of the package to other folders become files.
  static void copyPages(Path from, Path to) throws IOException {
    try (var files = Files.walk(from, FileVisitOption.FOLLOW_LINKS)) {
      files
          .filter(Files::isRegularFile)
          .filter(file -> file.toString().endsWith(".html"))
          .forEach(file -> copy(file, to.resolve(from.relativize(file).toString())));
    }
  }

  private static void copy(Path from, Path to) {
    try {
      Files.createDirectories(to.resolveSibling(""));
      Files.copy(from, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void unpack(Path jar, Path root) throws IOException {
    try (var zip = new ZipInputStream(Files.newInputStream(jar))) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (entry.getName().endsWith(".html")) {
          var file = root.resolve(entry.getName());
          Files.createDirectories(file.resolveSibling(""));
          Files.copy(zip, file);
        }
      }
    }
  }
}
