package dev.sojourn.dispatcher.cli.display;

import java.io.PrintWriter;
import java.util.List;

/// Rows of text in columns.
final class Columns {
  private static final String GAP = "  ";

  private Columns() {}

  /// Prints rows of equally many cells.
  ///
  /// @param rightFrom the first column that is aligned to the right
  static void print(List<List<String>> rows, int rightFrom, PrintWriter out) {
    for (var row : rows) {
      var line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        int column = i;
        int width = rows.stream().mapToInt(r -> TextWidth.of(r.get(column))).max().orElse(0);
        var cell = row.get(i);
        var space = " ".repeat(width - TextWidth.of(cell));
        line.append(i == 0 ? "" : GAP).append(i < rightFrom ? cell + space : space + cell);
      }
      out.println(line.toString().stripTrailing());
    }
  }
}
