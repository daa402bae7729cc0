package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.base.cli.TerminalWriter;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/// The last lines of a terminal, which are redrawn in place. Lines printed above them stay. Used
/// under the lock of its owner.
///
/// Each line is narrower than the terminal, so no line wraps when it is drawn. If the window
/// becomes narrower later, terminals wrap the old lines. The block counts the rows that the old
/// lines take now, and erases all of these rows. It cannot erase rows that scrolled out at the top
/// of the window.
final class LiveBlock {
  private final PrintWriter out;
  private final IntSupplier columns;
  private final boolean isColoured;
  private List<String> drawn = List.of();

  /// @param columns returns the present width of the terminal
  /// @param isColoured whether tones are shown
  LiveBlock(PrintWriter out, IntSupplier columns, boolean isColoured) {
    this.out = TerminalWriter.styled(out);
    this.columns = columns;
    this.isColoured = isColoured;
  }

  /// Draws lines in place of the previous ones. Each line is cut to the width of the terminal.
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
    // One write, so that no half-drawn block is visible.
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
