package dev.sojourn.host.command.option;

import dev.sojourn.base.cli.Columns;
import dev.sojourn.base.cli.FittedTable;
import dev.sojourn.base.cli.TerminalWidth;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// A table of visits or signers that fits the terminal. In a file or a pipe it keeps its full
/// width.
public final class VisitTable {
  private static final String ID = "ID";

  private VisitTable() {}

  /// Prints a table. If it is too wide for the terminal, ids are shortened to prefixes, which all
  /// commands accept.
  ///
  /// @param rows rows with the same number of cells; the first row has the column heads
  /// @param cuttable the heads of columns whose cells may be cut
  /// @param dispensable the heads of columns that may be left out, in the order in which they are
  ///   left out
  /// @param spec the specification of the command that prints
  public static void print(
      List<List<String>> rows, List<String> cuttable, List<String> dispensable, CommandSpec spec) {
    print(rows, rows.getFirst().size(), cuttable, dispensable, spec);
  }

  /// Prints a table of texts and numbers.
  ///
  /// @param rows rows with the same number of cells; the first row has the column heads
  /// @param texts the number of leading columns that hold text; they are never left out
  /// @param cuttable the heads of columns whose cells may be cut
  /// @param dispensable the heads of columns that may be left out, in the order in which they are
  ///   left out
  /// @param spec the specification of the command that prints
  public static void print(
      List<List<String>> rows,
      int texts,
      List<String> cuttable,
      List<String> dispensable,
      CommandSpec spec) {
    int width = TerminalWidth.columns().orElse(Integer.MAX_VALUE);
    var table = FittedTable.of(rows, width, List.of(), List.of());
    if (table.lineWidth() > width) {
      table = FittedTable.of(withShortIds(rows), width, cuttable, dispensable);
    }
    var line = spec.commandLine();
    int columns = table.rows().getFirst().size();
    Columns.print(table.rows(), Math.min(texts, columns), String::length, line.getOut());
    if (!table.notice().isEmpty()) {
      line.getErr().println(table.notice());
    }
  }

  private static List<List<String>> withShortIds(List<List<String>> rows) {
    int column = rows.getFirst().indexOf(ID);
    if (column < 0) {
      return rows;
    }
    var ids = FittedTable.beginnings(rows.stream().map(row -> row.get(column)).toList());
    var all = new ArrayList<List<String>>();
    for (int i = 0; i < rows.size(); i++) {
      var cells = new ArrayList<>(rows.get(i));
      cells.set(column, ids.get(i));
      all.add(cells);
    }
    return all;
  }
}
