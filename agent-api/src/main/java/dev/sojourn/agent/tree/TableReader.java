package dev.sojourn.agent.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Reads the rows of one table (HTML Standard, 4.9.12). Cells of a row that reach into later rows
/// are kept by column. They end with their section: `thead`, `tbody`, `tfoot`, or consecutive rows
/// outside of these.
///
/// Two attributes of a small page can ask for 65,534 rows of 1,000 columns. Therefore all cells in
/// all columns and rows are counted, and the rows end before [HtmlTable#MAX_CELLS] is exceeded.
final class TableReader {
  private static final int MAX_COLSPAN = 1_000;
  private static final int MAX_ROWSPAN = 65_534;

  private final List<TableRow> rows = new ArrayList<>();
  private TableCell[] reaching = new TableCell[16];
  private int[] rowsLeft = new int[16];

  /// The columns from here on have no cell that reaches down, and no rows left.
  private int reachingEnd;

  private int cellsLeft = HtmlTable.MAX_CELLS;
  private boolean isShortened;

  private TableReader() {}

  /// {@return the rows of an element}
  static HtmlTable read(PageElement table) {
    var reader = new TableReader();
    Optional<PageElement> caption = Optional.empty();
    for (var child : table.children()) {
      switch (child.name()) {
        case "tr" -> reader.row(child);
        case "thead", "tbody", "tfoot" -> {
          reader.endSection();
          child.children().stream().filter(row -> row.name().equals("tr")).forEach(reader::row);
          reader.endSection();
        }
        case "caption" -> caption = caption.or(() -> Optional.of(child));
        default -> {}
      }
    }
    return new HtmlTable(
        caption.map(PageElement::text).orElse(""), reader.rows, reader.isShortened);
  }

  private void endSection() {
    Arrays.fill(rowsLeft, 0, reachingEnd, 0);
    reachingEnd = 0;
  }

  private void row(PageElement row) {
    if (isShortened) {
      return;
    }
    var cells = new ArrayList<TableCell>();
    for (var cell : row.children()) {
      if (cell.name().equals("td") || cell.name().equals("th")) {
        while (isReached(cells.size())) {
          addReaching(cells);
        }
        add(cell, cells);
      }
    }
    while (cells.size() < reachingEnd) {
      addReaching(cells);
    }
    while (reachingEnd > 0 && rowsLeft[reachingEnd - 1] == 0) {
      reachingEnd--;
    }
    isShortened |= cells.size() > cellsLeft;
    if (!isShortened) {
      cellsLeft -= cells.size();
      rows.add(new TableRow(cells));
    }
  }

  private boolean isReached(int column) {
    return column < reachingEnd && rowsLeft[column] > 0;
  }

  /// Adds the cell that reaches down into the next column; a gap if there is none.
  private void addReaching(List<TableCell> cells) {
    int column = cells.size();
    if (isReached(column)) {
      rowsLeft[column]--;
      cells.add(reaching[column]);
    } else {
      cells.add(TableCell.GAP);
    }
  }

  private void add(PageElement element, List<TableCell> cells) {
    int columns = Math.max(1, span(element, "colspan", MAX_COLSPAN));
    int span = span(element, "rowspan", MAX_ROWSPAN);
    int more = span == 0 ? MAX_ROWSPAN : span - 1;
    if (cells.size() + columns > cellsLeft) {
      isShortened = true;
      return;
    }
    var cell = new TableCell(element.text(), element.name().equals("th"));
    for (int i = 0; i < columns; i++) {
      int column = cells.size();
      if (isReached(column)) {
        addReaching(cells);
        continue;
      }
      cells.add(cell);
      if (more > 0) {
        reach(column, cell, more);
      }
    }
  }

  private void reach(int column, TableCell cell, int rowCount) {
    if (column >= rowsLeft.length) {
      int length = Math.max(column + 1, 2 * rowsLeft.length);
      rowsLeft = Arrays.copyOf(rowsLeft, length);
      reaching = Arrays.copyOf(reaching, length);
    }
    rowsLeft[column] = rowCount;
    reaching[column] = cell;
    reachingEnd = Math.max(reachingEnd, column + 1);
  }

  /// Returns the number of an attribute; 1 if it is missing or invalid.
  private static int span(PageElement cell, String attribute, int most) {
    var written = cell.attribute(attribute).orElse("").strip();
    int digits = 0;
    int value = 0;
    while (digits < written.length()
        && written.charAt(digits) >= '0'
        && written.charAt(digits) <= '9') {
      value = Math.min(most, 10 * value + written.charAt(digits++) - '0');
    }
    return digits == 0 ? 1 : value;
  }
}
