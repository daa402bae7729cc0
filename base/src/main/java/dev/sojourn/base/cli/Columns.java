package dev.sojourn.base.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.ToIntFunction;

/// Rows of text in columns.
public final class Columns {
  private static final String GAP = "  ";

  private Columns() {}

  /// Prints rows with the same number of cells.
  ///
  /// @param rows of cells without control characters
  /// @param rightFrom the first column that is aligned to the right
  /// @param width of a text, in columns of the terminal
  /// @param out where to
  public static void print(
      List<List<String>> rows, int rightFrom, ToIntFunction<String> width, PrintWriter out) {
    for (var row : rows) {
      var line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        int column = i;
        int widest = rows.stream().mapToInt(r -> width.applyAsInt(r.get(column))).max().orElse(0);
        var cell = row.get(i);
        var space = " ".repeat(widest - width.applyAsInt(cell));
        line.append(i == 0 ? "" : GAP).append(i < rightFrom ? cell + space : space + cell);
      }
      out.println(line.toString().stripTrailing());
    }
  }
}
