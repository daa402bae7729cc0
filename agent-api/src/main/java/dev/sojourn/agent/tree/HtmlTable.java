package dev.sojourn.agent.tree;

import java.util.List;

/// The rows of a `table` in document order, without the rows of tables inside its cells.
///
/// A cell that spans several columns and rows is in all of them. Where cells overlap, the earlier
/// cell is in the row.
///
/// @param caption the text of its `caption`; may be empty
/// @param rows from top to bottom
/// @param isShortened whether rows are missing, since the table has more than [#MAX_CELLS] cells
public record HtmlTable(String caption, List<TableRow> rows, boolean isShortened) {
  /// The most cells of a table; a spanning cell counts in each column and row.
  public static final int MAX_CELLS = 100_000;

  /// Copies the rows.
  public HtmlTable {
    rows = List.copyOf(rows);
  }
}
