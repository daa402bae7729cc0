package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.base.cli.TerminalWriter;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/// The last lines of a terminal, which are redrawn in place. Lines printed above them stay. Used
/// under the lock of its owner.
///
/// No line is as wide as the terminal, so that none wraps when it is drawn. If the window has
/// become narrower since, terminals wrap the old lines. The block counts the rows that they take
/// now, and erases all of them. Rows that were pushed out at the top of the window are out of
/// reach.
final class LiveBlock {
  private final PrintWriter out;
  private final IntSupplier columns;
  private final boolean isColoured;
  private List<String> drawn = List.of();

  /// @param columns the width of the terminal now
  /// @param isColoured whether tones are shown
  LiveBlock(PrintWriter out, IntSupplier columns, boolean isColoured) {
    this.out = TerminalWriter.styled(out);
    this.columns = columns;
    this.isColoured = isColoured;
  }

  /// Draws lines in place of those that are there. Each is cut to the width of the terminal.
  void draw(List<DisplayLine> lines) {
    int width = Math.max(1, columns.getAsInt());
    var text = new StringBuilder(erasure(width));
    var now = new ArrayList<String>();
    for (var line : lines) {
      var cut = TextWidth.cut(line.text(), width - 1);
      now.add(cut);
      text.append(isColoured ? line.tone().paint(cut) : cut).append('\n');
    }
    drawn = List.copyOf(now);
    // In one piece, so that no half of it is seen.
    out.print(text);
    out.flush();
  }

  /// Erases the lines and leaves the cursor where they began.
  void erase() {
    out.print(erasure(Math.max(1, columns.getAsInt())));
    out.flush();
    drawn = List.of();
  }

  private String erasure(int width) {
    int rows = drawn.stream().mapToInt(line -> TextWidth.rows(line, width)).sum();
    return rows == 0 ? "" : "\r\u001b[" + rows + "A\u001b[J";
  }
}
