package dev.sojourn.visit.content;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The rules that select the files of a site's folder for agents. A file is left out if a pattern
/// excludes it and no pattern includes it.
///
/// The folder of a web server also contains files that the server never sends, such as programs,
/// backup copies and keys. Agents read files, so they would get the source of a program instead of
/// its output. The usual names exclude such files, unless a pattern includes them.
public final class FileRules {
  /// Names of files that are left out of every site. They do not apply to directories: `java.sql`
  /// may be the directory of a module's documentation.
  private static final List<String> USUAL_FILES =
      List.of(
          "*.php",
          "*.phtml",
          "*.phar",
          "*.inc",
          "*.asp",
          "*.aspx",
          "*.jsp",
          "*.cgi",
          "*.swp",
          "*.sql",
          "*.sqlite",
          "*.sqlite3",
          "*.mdb",
          "web.config");

  /// Names of copies and secrets that are left out of every site, including directories with their
  /// content.
  private static final List<String> USUAL_NAMES =
      List.of(
          "*~", "*.bak", "*.old", "*.orig", "*.save", "*.key", "*.pem", "*.p12", "*.pfx", "*.jks",
          "*.env", ".ht*");

  /// The rules that leave no file out.
  public static final FileRules NONE = new FileRules(List.of(), List.of(), List.of());

  /// Patterns that do not apply to directories.
  private final List<FileGlob> excludedFiles;

  private final List<FileGlob> excluded;
  private final List<FileGlob> included;

  private FileRules(
      List<FileGlob> excludedFiles, List<FileGlob> excluded, List<FileGlob> included) {
    this.excludedFiles = List.copyOf(excludedFiles);
    this.excluded = List.copyOf(excluded);
    this.included = List.copyOf(included);
  }

  /// {@return rules with the usual names and further patterns}
  ///
  /// @param exclude patterns of further files to leave out, each valid by [#isPattern]
  /// @param include patterns of files to include anyway, each valid by [#isPattern]
  public static FileRules of(List<String> exclude, List<String> include) {
    var excluded = new ArrayList<>(USUAL_NAMES);
    excluded.addAll(exclude);
    return new FileRules(
        globs(USUAL_FILES, FileGlob::ofLastName),
        globs(excluded, FileGlob::parse),
        globs(include, FileGlob::parse));
  }

  /// {@return rules without the usual names, for pages that a server has already selected}
  ///
  /// @param exclude patterns of pages to leave out, each valid by [#isPattern]
  /// @param include patterns of pages to include anyway, each valid by [#isPattern]
  public static FileRules chosen(List<String> exclude, List<String> include) {
    return new FileRules(
        List.of(), globs(exclude, FileGlob::parse), globs(include, FileGlob::parse));
  }

  private static List<FileGlob> globs(
      List<String> patterns, Function<String, Optional<FileGlob>> reader) {
    return patterns.stream()
        .map(
            text ->
                reader
                    .apply(text)
                    .orElseThrow(
                        () ->
                            new IllegalArgumentException(
                                "pattern: " + text + " (expected: names with *, ? and **)")))
        .toList();
  }

  /// {@return whether a text is a valid pattern}
  ///
  /// @param text the text of the operator
  public static boolean isPattern(String text) {
    return FileGlob.parse(text).isPresent();
  }

  /// Whether a file or directory is left out.
  ///
  /// @param path the names from the root down
  /// @param isDirectory whether it is a directory; its files are checked separately
  boolean isLeftOut(List<String> path, boolean isDirectory) {
    var folded = FileGlob.Folded.of(path);
    boolean isExcluded =
        fitsOne(excluded, folded) || (!isDirectory && fitsOne(excludedFiles, folded));
    return isExcluded && !fitsOne(included, folded);
  }

  private static boolean fitsOne(List<FileGlob> globs, FileGlob.Folded path) {
    for (var glob : globs) {
      if (glob.fits(path)) {
        return true;
      }
    }
    return false;
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
    return "without files " + excludedFiles + " and " + excluded + " but with " + included;
  }
}
