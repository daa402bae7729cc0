package dev.sojourn.agent.tree;

import java.util.List;

/// A row of an [HtmlTable].
///
/// @param cells from left to right; rows of a table may differ in length
public record TableRow(List<TableCell> cells) {

  /// Copies the cells.
  public TableRow {
    cells = List.copyOf(cells);
  }

  /// {@return whether it has cells, and all are headers}
  public boolean isHeader() {
    return !cells.isEmpty() && cells.stream().allMatch(TableCell::isHeader);
  }

  /// {@return the texts of its cells}
  public List<String> texts() {
    return cells.stream().map(TableCell::text).toList();
  }
}
