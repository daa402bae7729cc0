package dev.sojourn.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A part of a document in Markdown that a test derives from the code. The part stands between
/// `<!-- generated: NAME -->` and `<!-- end: NAME -->`. A build fails if the part differs from the
/// code, and a build with `-Dwrite` writes it.
///
/// @param document the file
/// @param name letters and `-`
/// @param test the simple name of the test, for the command that writes the part
/// @param module the Maven module of that test
public record GeneratedPart(Path document, String name, String test, String module) {

  /// Compares the part with its text, or writes it if the system property `write` is set.
  ///
  /// @param text that the code gives, of whole lines
  /// @throws AssertionError if the document has other text there, or has no such part; with the
  ///   command that writes it
  /// @throws IOException if the document cannot be read or written
  public void check(String text) throws IOException {
    var begin = "<!-- generated: " + name + " -->\n";
    var end = "<!-- end: " + name + " -->";
    var whole = Files.readString(document);
    int from = whole.indexOf(begin) + begin.length();
    int to = whole.indexOf(end, from);
    if (from < begin.length() || to < 0) {
      throw new AssertionError(
          "%s has no part between '%s' and '%s'; add both lines, then run: %s"
              .formatted(document, begin.strip(), end, command()));
    }
    var found = whole.substring(from, to);
    if (found.equals(text)) {
      return;
    }
    if (System.getProperty("write") == null) {
      throw new AssertionError(difference(found, text));
    }
    Files.writeString(document, whole.substring(0, from) + text + whole.substring(to));
  }

  private String difference(String found, String expected) {
    var old = found.lines().toList();
    var now = expected.lines().toList();
    int line = 0;
    while (line < old.size() && line < now.size() && old.get(line).equals(now.get(line))) {
      line++;
    }
    return """
    The part '%s' of %s differs from the code, first in its line %d:
      document: %s
      code:     %s
    Look whether the code is as it should be; then write the document by: %s\
    """
        .formatted(name, document, line + 1, line(old, line), line(now, line), command());
  }

  private static String line(List<String> lines, int number) {
    return number < lines.size() ? lines.get(number) : "(ends before)";
  }

  private String command() {
    return "mvn -o -q -pl %s -am test -Dtest=%s -Dwrite -Dsurefire.failIfNoSpecifiedTests=false"
        .formatted(module, test);
  }
}
