package dev.sojourn.visit.warc;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;

/// The names of a site's WARC files, as an operator gives them. Files that come later are named
/// too.
///
/// @param patterns paths, whose last name may have `*` and `?`
public record WarcNames(List<Path> patterns) {
  private static final String MARKS = "[]{}\\";

  /// Copies the list.
  public WarcNames {
    patterns = List.copyOf(patterns);
  }

  /// {@return whether a name may stand last in a pattern}
  ///
  /// @param name with or without `*` and `?`
  public static boolean isName(String name) {
    return !name.isEmpty() && name.chars().noneMatch(c -> MARKS.indexOf(c) >= 0);
  }

  /// {@return the files that can be read now, sorted}
  ///
  /// @throws IOException if a pattern names no file, or its folder cannot be listed
  public List<Path> files() throws IOException {
    var files = new TreeSet<Path>();
    for (var pattern : patterns) {
      var named = files(pattern);
      if (named.isEmpty()) {
        throw new IOException("there is no file " + pattern);
      }
      files.addAll(named);
    }
    return List.copyOf(files);
  }

  /// {@return the files that one pattern names, sorted}
  ///
  /// @param pattern one of them
  /// @throws IOException if its folder cannot be listed
  public static List<Path> files(Path pattern) throws IOException {
    var files = new TreeSet<Path>();
    var folder = pattern.toAbsolutePath().getParent();
    try (var entries = Files.newDirectoryStream(folder, pattern.getFileName().toString())) {
      for (var entry : entries) {
        if (Files.isRegularFile(entry) && Files.isReadable(entry)) {
          files.add(entry);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return List.copyOf(files);
  }

  /// {@return the names in words, as `the WARC files /srv/crawl/*.warc.gz`}
  public String words() {
    boolean isOne =
        patterns.size() == 1
            && patterns
                .getFirst()
                .getFileName()
                .toString()
                .chars()
                .noneMatch(c -> c == '*' || c == '?');
    return (isOne ? "the WARC file " : "the WARC files ")
        + String.join(", ", patterns.stream().map(Path::toString).toList());
  }
}
