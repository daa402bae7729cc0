package dev.sojourn.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A table of attacks. One attack is a line
///
/// ```
/// name | expected outcome [wall] | part of the reason | statements
/// ```
///
/// with a wall only if a certain wall must end it; without a wall, it is `metering` or `admission`.
/// `\ufffd` in the third column means this character. Instead of statements, indented lines may
/// follow: further statements, or, after a line `members:`, the members of the agent's class
/// including `visit`, or, after `source: PACKAGE`, a class in this package beside an agent that
/// does nothing. Lines that begin with `#` describe the family. With `kind: state`, `kind: script`
/// or `kind: page`, the fourth column is bytes or a script; `kind: honest` is not an attack.
final class AttackTable {
  private AttackTable() {}

  /// One attack of a table.
  ///
  /// @param body the fourth column, or the indented lines
  record Row(
      String kind,
      String family,
      String name,
      String outcome,
      String wall,
      String fragment,
      String body) {

    /// The name of the agent's class, without its package.
    String className() {
      var out = new StringBuilder();
      for (var word : name.split("[^A-Za-z0-9]+", -1)) {
        if (!word.isEmpty()) {
          out.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
        }
      }
      return out.append("Agent").toString();
    }

    /// The package of the agent's class.
    String packageName() {
      return "guest." + family;
    }

    String binaryName() {
      return packageName() + "." + className();
    }
  }

  static List<Row> read(Path file) throws IOException {
    var family = String.valueOf(file.getFileName()).replace(".txt", "");
    var rows = new ArrayList<Row>();
    var kind = "code";
    for (var line : Files.readAllLines(file)) {
      if (line.startsWith("#") || line.isBlank()) {
        continue;
      }
      if (line.startsWith("kind: ")) {
        kind = line.substring("kind: ".length()).strip();
      } else if (line.startsWith("  ")) {
        var last = rows.removeLast();
        rows.add(with(last, last.body().isEmpty() ? line : last.body() + "\n" + line));
      } else {
        rows.add(row(kind, family, line));
      }
    }
    return rows;
  }

  private static Row row(String kind, String family, String line) {
    var columns = line.split(" \\| ?", 4);
    if (columns.length < 3) {
      throw new IllegalArgumentException(family + ": " + line + " (expected: three columns)");
    }
    var expected = columns[1].strip().split(" ", 2);
    return new Row(
        kind,
        family,
        columns[0].strip(),
        expected[0],
        expected.length > 1 ? expected[1] : usualWall(expected[0]),
        columns[2].strip().replace("\\ufffd", "\ufffd"),
        columns.length > 3 ? columns[3].strip() : "");
  }

  private static String usualWall(String outcome) {
    return switch (outcome) {
      case "denied" -> "admission";
      case "stopped", "killed" -> "metering";
      case "failed", "finished" -> "";
      default ->
          throw new IllegalArgumentException(
              String.format(
                  Locale.ROOT, "outcome: %s (expected: as the corpus has them)", outcome));
    };
  }

  private static Row with(Row row, String body) {
    return new Row(
        row.kind(), row.family(), row.name(), row.outcome(), row.wall(), row.fragment(), body);
  }
}
