package dev.sojourn.dispatcher.cli.display;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.WCWidth;

/// A terminal that interprets its input as today's terminals do. It wraps text that is wider than
/// its window, and wraps it anew when the window is resized.
///
/// Knows what the live display uses: text, line feed, carriage return, cursor up, erasure of the
/// rest of the screen, and tones. Anything else is an error.
final class TerminalScreen {
  private static final char ESCAPE = '\u001b';

  private final int rows;
  private int columns;
  private final List<Row> grid = new ArrayList<>(List.of(new Row()));
  private int row;
  private int column;

  /// One row: its characters, and whether the next one continues it.
  private static final class Row {
    private final StringBuilder text = new StringBuilder();
    private boolean isContinued;

    int width() {
      return text.codePoints().map(TerminalScreen::width).sum();
    }
  }

  TerminalScreen(int columns, int rows) {
    this.columns = columns;
    this.rows = rows;
  }

  private static int width(int codePoint) {
    return Math.max(0, WCWidth.wcwidth(codePoint));
  }

  /// Takes what a program writes.
  void write(String output) {
    for (int i = 0; i < output.length(); ) {
      int c = output.codePointAt(i);
      if (c == ESCAPE) {
        i = control(output, i + 1);
        continue;
      }
      i += Character.charCount(c);
      switch (c) {
        case '\n' -> down();
        case '\r' -> column = 0;
        default -> put(c);
      }
    }
  }

  /// Interprets a control sequence; returns the position at which the text goes on.
  private int control(String output, int start) {
    if (output.charAt(start) != '[') {
      throw new AssertionError("escape " + output.charAt(start));
    }
    int end = start + 1;
    while (!Character.isLetter(output.charAt(end))) {
      end++;
    }
    var parameter = output.substring(start + 1, end);
    switch (output.charAt(end)) {
      // The cursor stops at the top of the screen: what has scrolled off is out of reach.
      case 'A' -> row = Math.max(top(), row - Integer.parseInt(parameter));
      case 'J' -> eraseBelow();
      case 'm' -> {}
      default -> throw new AssertionError("control " + parameter + output.charAt(end));
    }
    return end + 1;
  }

  private int top() {
    return Math.max(0, grid.size() - rows);
  }

  private void down() {
    row++;
    column = 0;
    if (row == grid.size()) {
      grid.add(new Row());
    }
  }

  private void put(int codePoint) {
    int width = width(codePoint);
    if (column + width > columns) {
      grid.get(row).isContinued = true;
      down();
    }
    var text = grid.get(row).text;
    if (grid.get(row).width() != column) {
      throw new AssertionError("writes over " + text);
    }
    text.appendCodePoint(codePoint);
    column += width;
  }

  private void eraseBelow() {
    if (column != 0) {
      throw new AssertionError("erases from the middle of a line");
    }
    while (grid.size() > row) {
      grid.removeLast();
    }
    grid.add(new Row());
  }

  /// Wraps all text anew; the cursor has to be at the beginning of an empty last row.
  void resize(int newColumns) {
    if (column != 0 || row != grid.size() - 1) {
      throw new AssertionError("resized in mid-line");
    }
    var lines = lines();
    columns = newColumns;
    grid.clear();
    grid.add(new Row());
    row = 0;
    for (var line : lines) {
      line.codePoints().forEach(this::put);
      down();
    }
  }

  /// {@return the lines on the screen and above it, wrapped ones put together; without the empty
  /// line of the cursor}
  List<String> lines() {
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    for (var one : grid.subList(0, grid.size() - 1)) {
      line.append(one.text);
      if (!one.isContinued) {
        lines.add(line.toString());
        line.setLength(0);
      }
    }
    return lines;
  }

  /// {@return how many rows the text takes}
  int usedRows() {
    return grid.size() - 1;
  }
}
