package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.base.text.ForeignText;

/// One line of a live display.
///
/// @param text whose characters that a terminal would obey are replaced
/// @param tone how it is coloured where colours are wanted
record DisplayLine(String text, Tone tone) {
  private static final int MAX_CHARS = 10_000;

  /// Cleans the text.
  DisplayLine {
    text = ForeignText.of(text).text(MAX_CHARS);
  }

  /// The colour of a line.
  enum Tone {
    /// As the terminal has it.
    PLAIN(""),
    /// Bold, for totals.
    STRONG("1"),
    /// Yellow, for text that needs a look.
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
