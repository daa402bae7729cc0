package dev.sojourn.base.cli;

import java.util.OptionalInt;

/// The width of the terminal of a command that prints a table and ends.
///
/// The start scripts get it from the system and set the property `sojourn.columns`, since the
/// virtual machine does not know the destination of standard output.
public final class TerminalWidth {
  /// Smaller numbers are ignored: a terminal of unknown size reports 0 columns.
  private static final int LEAST = 20;

  private TerminalWidth() {}

  /// {@return the columns of the terminal that shows standard output; empty if the output goes
  /// elsewhere or the number is unknown}
  public static OptionalInt columns() {
    int columns = Integer.getInteger("sojourn.columns", 0);
    return columns < LEAST ? OptionalInt.empty() : OptionalInt.of(columns);
  }
}
