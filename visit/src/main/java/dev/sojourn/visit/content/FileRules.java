package dev.sojourn.visit.content;

import java.util.ArrayList;
import java.util.List;

/// The rules for which files of a site's folder agents are given. A file is left out if a pattern
/// excludes it, unless another one includes it all the same.
///
/// A folder behind a web server also holds files that the server never sends: programs, editors'
/// copies, keys. Agents read files, so they would get the source of a program where a visitor gets
/// its output. The patterns of [#USUAL] leave such files out unless something includes them.
public final class FileRules {
  /// Patterns of files that are left out of each site, besides those that its operator excludes.
  public static final List<String> USUAL =
      List.of(
          "*.php",
          "*.phtml",
          "*.phar",
          "*.inc",
          "*.asp",
          "*.aspx",
          "*.jsp",
          "*.cgi",
          "*~",
          "*.bak",
          "*.old",
          "*.orig",
          "*.save",
          "*.swp",
          "*.sql",
          "*.sqlite",
          "*.sqlite3",
          "*.mdb",
          "*.key",
          "*.pem",
          "*.p12",
          "*.pfx",
          "*.jks",
          "*.env",
          "web.config",
          ".ht*");

  /// Nothing is left out.
  public static final FileRules NONE = new FileRules(List.of(), List.of());

  private final List<FileGlob> excluded;
  private final List<FileGlob> included;

  private FileRules(List<FileGlob> excluded, List<FileGlob> included) {
    this.excluded = List.copyOf(excluded);
    this.included = List.copyOf(included);
  }

  /// {@return rules with [#USUAL] and more}
  ///
  /// @param exclude patterns of further files that are left out, each [#isPattern]
  /// @param include patterns of files that are given all the same, each [#isPattern]
  public static FileRules of(List<String> exclude, List<String> include) {
    var excluded = new ArrayList<>(USUAL);
    excluded.addAll(exclude);
    return new FileRules(globs(excluded), globs(include));
  }

  private static List<FileGlob> globs(List<String> patterns) {
    return patterns.stream()
        .map(
            text ->
                FileGlob.parse(text)
                    .orElseThrow(
                        () ->
                            new IllegalArgumentException(
                                "pattern: " + text + " (expected: names with *, ? and **)")))
        .toList();
  }

  /// {@return whether a text can be used as a pattern}
  ///
  /// @param text as an operator writes it
  public static boolean isPattern(String text) {
    return FileGlob.parse(text).isPresent();
  }

  /// Whether a file or directory is left out.
  boolean isLeftOut(List<String> path) {
    return excluded.stream().anyMatch(glob -> glob.fits(path))
        && included.stream().noneMatch(glob -> glob.fits(path));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FileRules rules && toString().equals(rules.toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  /// {@return the patterns in words}
  @Override
  public String toString() {
    return "without " + excluded + " but with " + included;
  }
}
