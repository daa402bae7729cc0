package dev.sojourn.samples.tables;

import dev.sojourn.agent.tree.TableRow;
import dev.sojourn.samples.FindingRoom;
import java.util.List;

/// A row of a table, as much of it as fits into a finding.
///
/// @param url the page
/// @param table the number of the table among the tables that are reported of the page, from 1
/// @param caption of the table; may be empty
/// @param row the number of the row in its table, from 1
/// @param columns the texts of the last row of headers above it; empty if there is none
/// @param cells the texts of its cells
public record ReportedRow(
    String url, int table, String caption, int row, List<String> columns, List<String> cells) {
  /// Hosts accept findings of 256 KiB unless their operator sets less; the rest is for the URL and
  /// the names of the members.
  private static final int MAX_BYTES = 240 * 1024;

  private static final int MAX_COLUMNS_BYTES = 64 * 1024;
  private static final int MAX_TEXT_BYTES = 4 * 1024;
  private static final int MAX_CELLS = 500;

  /// Copies the lists.
  public ReportedRow {
    columns = List.copyOf(columns);
    cells = List.copyOf(cells);
  }

  /// {@return a row within the limits}
  static ReportedRow of(
      String url, int table, String caption, int row, List<String> columns, TableRow content) {
    var room = new FindingRoom(MAX_BYTES);
    var shortCaption = room.text(caption, MAX_TEXT_BYTES);
    var shortColumns = room.texts(columns, MAX_COLUMNS_BYTES);
    var cells =
        content.texts().stream()
            .limit(MAX_CELLS)
            .map(text -> room.text(text, MAX_TEXT_BYTES))
            .toList();
    return new ReportedRow(url, table, shortCaption, row, shortColumns, cells);
  }
}
