package dev.sojourn.visit.warc;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/// The names and patterns of a site's WARC files, set by an operator. Patterns also match files
/// that are created later.
///
/// @param patterns the paths, whose last names may contain `*` and `?`
public record WarcNames(List<Path> patterns) {
  private static final String MARKS = "[]{}\\";

  /// Copies the list.
  public WarcNames {
    patterns = List.copyOf(patterns);
  }

  /// {@return whether a name may be the last name of a pattern}
  ///
  /// @param name the name, with or without `*` and `?`
  public static boolean isName(String name) {
    return !name.isEmpty() && name.chars().noneMatch(c -> MARKS.indexOf(c) >= 0);
  }

  /// {@return the readable files, sorted}
  ///
  /// @throws IOException if a pattern matches no file, or its folder cannot be listed
  public List<Path> files() throws IOException {
    return stamps().keySet().stream().filter(Files::isReadable).toList();
  }

  /// {@return the stamps of all files, readable or not}
  ///
  /// @throws IOException if a pattern matches no file, or its folder cannot be listed
  public NavigableMap<Path, FileStamp> stamps() throws IOException {
    var stamps = new TreeMap<Path, FileStamp>();
    for (var pattern : patterns) {
      var named = stamps(pattern);
      if (named.isEmpty()) {
        throw new IOException("there is no file " + pattern);
      }
      stamps.putAll(named);
    }
    return stamps;
  }

  /// {@return the existing files of each pattern whose folder can be listed}
  public List<Path> there() {
    var files = new ArrayList<Path>();
    for (var pattern : patterns) {
      try {
        files.addAll(stamps(pattern).keySet());
      } catch (IOException _) {
        // The files are searched again later.
      }
    }
    return files;
  }

  private static Map<Path, FileStamp> stamps(Path pattern) throws IOException {
    var stamps = new TreeMap<Path, FileStamp>();
    var folder = pattern.toAbsolutePath().getParent();
    try (var entries = Files.newDirectoryStream(folder, pattern.getFileName().toString())) {
      for (var entry : entries) {
        FileStamp.of(entry).ifPresent(stamp -> stamps.put(entry, stamp));
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return stamps;
  }

  /// {@return the names in words, such as `the WARC files /srv/crawl/*.warc.gz`}
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
