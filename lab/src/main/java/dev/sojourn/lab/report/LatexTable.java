package dev.sojourn.lab.report;

import dev.sojourn.base.text.ForeignText;
import dev.sojourn.lab.report.ReportBlock.Table;
import java.util.List;
import java.util.stream.Collectors;

/// A table of a report as a LaTeX `tabular`. It needs no package, and compiles with pdfTeX, XeTeX
/// and LuaTeX.
final class LatexTable {
  private static final String HLINE = "\\hline\n";

  private LatexTable() {}

  /// {@return the text of a file that a document includes with `\input`}
  ///
  /// @param title written into a comment
  static String of(String title, Table table) {
    var columns =
        table.columns().stream()
            .map(column -> column.hasNumbers() ? "r" : "l")
            .collect(Collectors.joining());
    var heads = table.columns().stream().map(Table.Column::head).toList();
    return "% "
        + escaped(title)
        + "\n\\begin{tabular}{"
        + columns
        + "}\n"
        + HLINE
        + row(heads)
        + HLINE
        + table.rows().stream().map(LatexTable::row).collect(Collectors.joining())
        + HLINE
        + "\\end{tabular}\n";
  }

  private static String row(List<String> cells) {
    return cells.stream()
        .map(LatexTable::escaped)
        .collect(Collectors.joining(" & ", "", " \\\\\n"));
  }

  private static String escaped(String text) {
    return ForeignText.of(text)
        .line(text.length())
        .codePoints()
        .mapToObj(LatexTable::escaped)
        .collect(Collectors.joining());
  }

  private static String escaped(int c) {
    return switch (c) {
      case '\\' -> "\\textbackslash{}";
      case '{', '}', '$', '&', '#', '_', '%' -> "\\" + Character.toString(c);
      case '^' -> "\\textasciicircum{}";
      case '~' -> "\\textasciitilde{}";
      case '<' -> "\\textless{}";
      case '>' -> "\\textgreater{}";
      case '|' -> "\\textbar{}";
      case '"' -> "''";
      // At the start of a row, LaTeX would read these characters as part of the previous row's end.
      case '[', '*' -> "{" + Character.toString(c) + "}";
      case '–' -> "--";
      case '≤' -> "$\\leq$";
      case '≥' -> "$\\geq$";
      // Without a package, pdfTeX has no other letters.
      default -> c >= ' ' && c <= '~' ? Character.toString(c) : "?";
    };
  }
}
