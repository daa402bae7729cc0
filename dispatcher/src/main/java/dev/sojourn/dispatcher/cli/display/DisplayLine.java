package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.base.text.ForeignText;

/// One line of a live display.
///
/// @param text the text; control characters for the terminal are replaced
/// @param tone its colour, if colours are wanted
record DisplayLine(String text, Tone tone) {
  private static final int MAX_CHARS = 10_000;

  /// Cleans the text.
  DisplayLine {
    text = ForeignText.of(text).text(MAX_CHARS);
  }

  /// The colour of a line.
  enum Tone {
    /// The usual colour of the terminal.
    PLAIN(""),
    /// Bold, for totals.
    STRONG("1"),
    /// Yellow, for text that needs attention.
    WARNING("33"),
    /// Faint, for text of less interest.
    FAINT("2");

    private final String code;

    Tone(String code) {
      this.code = code;
    }

    /// {@return the text with the control sequences of the tone around it}
    String paint(String text) {
      return code.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[m";
    }
  }
}
