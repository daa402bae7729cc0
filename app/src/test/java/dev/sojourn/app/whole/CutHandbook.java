package dev.sojourn.app.whole;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;

/// The largest site of the demo, cut to some of its packages. It lies where a demo unpacks it, as
/// if one had done so before, so the demo takes it as it is. With the property `demo.pages=all` the
/// demo unpacks the whole site itself.
final class CutHandbook {
  private static final boolean IS_WHOLE = System.getProperty("demo.pages", "").equals("all");
  private static final Path JAR = Path.of("target/dist/sites/lucene-core.jar").toAbsolutePath();

  /// One of these packages is closed to robots, and some have a host of their own.
  private static final Pattern KEPT =
      Pattern.compile(
          "([^/]+|org/apache/lucene/"
              + "(analysis|document|geo|internal|search/(comparators|knn|similarities))/.*)\\.html");

  private CutHandbook() {}

  /// Puts it into the folder of a demo that has not begun.
  static void layInto(Path demo) throws IOException {
    if (IS_WHOLE) {
      return;
    }
    var site = demo.resolve("site");
    try (var zip = new ZipFile(JAR.toFile())) {
      for (var entry : zip.stream().filter(e -> KEPT.matcher(e.getName()).matches()).toList()) {
        var file = site.resolve("lucene-core").resolve(entry.getName());
        Files.createDirectories(file.resolveSibling(""));
        try (var in = zip.getInputStream(entry)) {
          Files.copy(in, file);
        }
      }
    }
    Files.writeString(
        site.resolve(".lucene-core"),
        "lucene-core " + Files.size(JAR) + " " + Files.getLastModifiedTime(JAR) + "\n");
    Files.createFile(demo.resolve(".sojourn-demo"));
  }

  /// Whether the demo in a folder left it as it was.
  static boolean isUnchanged(Path demo) {
    return IS_WHOLE || Files.notExists(demo.resolve("site/lucene-core/org/apache/lucene/util"));
  }
}
