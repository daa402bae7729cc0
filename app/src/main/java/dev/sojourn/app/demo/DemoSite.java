package dev.sojourn.app.demo;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.lab.site.SiteArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// The three sites of the demo, unpacked under one document root with a start page.
final class DemoSite {

  /// The folders of the Javadoc sites; the jars have the same names.
  static final List<String> FOLDERS = List.of("jsoup", "lucene-core", "junit-jupiter-api");

  /// The path with its own host.
  static final String SEARCH_PART = "/lucene-core/org/apache/lucene/search/";

  /// The path for which no host accepts agents.
  static final String CLASSIC_PART = "/junit-jupiter-api/";

  private DemoSite() {}

  /// Unpacks the missing or outdated sites, and writes the start page.
  ///
  /// @param jars the folder with the Javadoc jars
  /// @param root the document root, created if it is missing
  /// @return the number of HTML pages
  static long prepare(Path jars, Path root) throws IOException {
    Files.createDirectories(root);
    for (var folder : FOLDERS) {
      var jar = jars.resolve(folder + ".jar");
      if (!Files.isRegularFile(jar)) {
        throw new CommandException(
            ExitCode.FAILED,
            "There is no "
                + jar
                + ", which the demo crawls; build Sojourn again with: mvn package");
      }
      var stamp = root.resolve("." + folder);
      var current = folder + " " + Files.size(jar) + " " + Files.getLastModifiedTime(jar) + "\n";
      if (!isCurrent(root.resolve(folder), stamp, current)) {
        Files.deleteIfExists(stamp);
        DemoDirectory.delete(root.resolve(folder));
        SiteArchive.unpack(jar, root.resolve(folder));
        replace(stamp, current);
      }
    }
    replace(root.resolve("index.html"), startPage());
    try (var files = Files.walk(root)) {
      return files.filter(file -> file.toString().endsWith(".html")).count();
    }
  }

  private static boolean isCurrent(Path folder, Path stamp, String current) throws IOException {
    return Files.isRegularFile(stamp, LinkOption.NOFOLLOW_LINKS)
        && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
        && Files.readString(stamp).equals(current);
  }

  /// Writes robots.txt: the main host for the whole site, another host for one path, none for a
  /// third.
  static void writeRobots(Path root, String mainHost, String searchHost) throws IOException {
    replace(
        root.resolve("robots.txt"),
        """
        # What robots may fetch here, and which hosts take mobile agents for it.
        User-agent: *
        Disallow: /lucene-core/org/apache/lucene/internal/
        Disallow: /*/src-html/

        Mobile-agent-server: / %s
        Mobile-agent-server: %s %s
        Mobile-agent-server: %s none
        """
            .formatted(mainHost, SEARCH_PART, searchHost, CLASSIC_PART));
  }

  private static String startPage() {
    var items = new StringBuilder();
    for (var folder : FOLDERS) {
      items.append("  <li><a href=\"/%s/\">%s</a></li>\n".formatted(folder, folder));
    }
    return """
    <!DOCTYPE html>
    <html lang="en">
    <head><meta charset="utf-8"><title>Three handbooks</title></head>
    <body>
    <h1>Three handbooks</h1>
    <ul>
    %s</ul>
    </body>
    </html>
    """
        .formatted(items);
  }

  /// Replaces a file atomically: readers see the old or the new file. A link is replaced, not
  /// followed.
  static void replace(Path file, String text) throws IOException {
    var fresh = file.resolveSibling("." + file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    Files.writeString(fresh, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
