package dev.sojourn.base.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// A table that fits a width: if it is too wide, cells are cut, then columns are dropped.
///
/// @param rows the rows of cells, the heads first
/// @param leftOut the heads of the dropped columns
public record FittedTable(List<List<String>> rows, List<String> leftOut) {
  private static final int GAP = 2;
  private static final int LEAST_CELL = 8;
  private static final String CUT = "…";

  /// Copies the lists.
  public FittedTable {
    rows = List.copyOf(rows);
    leftOut = List.copyOf(leftOut);
  }

  /// Fits a table.
  ///
  /// @param rows with the same number of cells, the heads first
  /// @param width the most characters of a line
  /// @param cuttable heads of the columns whose cells may be cut
  /// @param dispensable heads of the columns that may be dropped, in the order of dropping
  /// @return the table; still too wide if this does not suffice
  public static FittedTable of(
      List<List<String>> rows, int width, List<String> cuttable, List<String> dispensable) {
    var leftOut = new ArrayList<String>();
    var kept = rows;
    int[] widths = widths(kept, width, cuttable);
    for (var head : dispensable) {
      if (lineWidth(widths) <= width) {
        break;
      }
      kept = without(kept, kept.getFirst().indexOf(head));
      leftOut.add(head);
      widths = widths(kept, width, cuttable);
    }
    var cut = new ArrayList<List<String>>();
    for (var row : kept) {
      var cells = new ArrayList<String>();
      for (int i = 0; i < row.size(); i++) {
        cells.add(cut(row.get(i), widths[i]));
      }
      cut.add(List.copyOf(cells));
    }
    return new FittedTable(cut, leftOut);
  }

  /// Shortens ids as far as they still differ, to at least eight characters.
  ///
  /// @param ids for commands that also accept the beginning of an id
  /// @return their beginnings, in the same order
  public static List<String> beginnings(List<String> ids) {
    int length = LEAST_CELL;
    while (begin(ids, length).stream().distinct().count() < ids.stream().distinct().count()) {
      length++;
    }
    return begin(ids, length);
  }

  private static List<String> begin(List<String> ids, int length) {
    return ids.stream().map(id -> id.substring(0, Math.min(length, id.length()))).toList();
  }

  /// The widths of the columns: the widest cuttable column is cut first.
  private static int[] widths(List<List<String>> rows, int width, List<String> cuttable) {
    var heads = rows.getFirst();
    int[] widths =
        IntStream.range(0, heads.size())
            .map(i -> rows.stream().mapToInt(row -> row.get(i).length()).max().orElse(0))
            .toArray();
    while (lineWidth(widths) > width) {
      var widest =
          IntStream.range(0, widths.length)
              .filter(i -> cuttable.contains(heads.get(i)) && widths[i] > LEAST_CELL)
              .boxed()
              .max(Comparator.comparingInt(i -> widths[i]));
      if (widest.isEmpty()) {
        break;
      }
      widths[widest.get()]--;
    }
    return widths;
  }

  /// {@return the width of the widest line that [Columns] prints}
  public int lineWidth() {
    return lineWidth(widths(rows, Integer.MAX_VALUE, List.of()));
  }

  private static int lineWidth(int[] widths) {
    return IntStream.of(widths).sum() + GAP * (widths.length - 1);
  }

  private static List<List<String>> without(List<List<String>> rows, int column) {
    return rows.stream()
        .map(
            row ->
                IntStream.range(0, row.size()).filter(i -> i != column).mapToObj(row::get).toList())
        .toList();
  }

  private static String cut(String cell, int width) {
    return cell.length() <= width ? cell : cell.substring(0, width - 1) + CUT;
  }

  /// {@return one sentence about the dropped columns; empty text if there are none}
  public String notice() {
    return leftOut.isEmpty()
        ? ""
        : "The terminal is too narrow for %s; --json has all."
            .formatted(String.join(", ", leftOut));
  }
}
