package dev.sojourn.base.cli;

import java.util.OptionalInt;

/// The width of the terminal of a command that prints a table and ends.
///
/// The start scripts ask the system and set the property `sojourn.columns`: they know where
/// standard output goes, and the virtual machine does not.
public final class TerminalWidth {
  /// A terminal that does not know its size says that it has no columns.
  private static final int LEAST = 20;

  private TerminalWidth() {}

  /// {@return how many columns the terminal has to which standard output goes; empty if it goes
  /// elsewhere, or the system does not say}
  public static OptionalInt columns() {
    int columns = Integer.getInteger("sojourn.columns", 0);
    return columns < LEAST ? OptionalInt.empty() : OptionalInt.of(columns);
  }
}
