package dev.sojourn.lab.site;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipFile;

/// A jar with a site, for example a javadoc jar.
public final class SiteArchive {
  private static final String NOT_OF_THE_SITE = "META-INF/";

  private SiteArchive() {}

  /// Unpacks the site.
  ///
  /// @param jar the file
  /// @param folder the target folder, created if missing
  /// @throws IOException if a file cannot be read or written, or the jar has a path that leads out
  ///   of the folder
  public static void unpack(Path jar, Path folder) throws IOException {
    Files.createDirectories(folder);
    try (var zip = new ZipFile(jar.toFile(), StandardCharsets.UTF_8)) {
      for (var entries = zip.entries(); entries.hasMoreElements(); ) {
        var entry = entries.nextElement();
        var target = folder.resolve(entry.getName()).normalize();
        if (!target.startsWith(folder)) {
          throw new IOException(jar + " holds a path that leads out of it: " + entry.getName());
        }
        if (entry.isDirectory() || entry.getName().startsWith(NOT_OF_THE_SITE)) {
          continue;
        }
        Files.createDirectories(target.resolveSibling(""));
        try (var in = zip.getInputStream(entry)) {
          Files.copy(in, target);
        }
      }
    }
  }
}
