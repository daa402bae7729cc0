package dev.sojourn.dispatcher.cli.display;

import java.text.BreakIterator;
import java.util.Locale;
import org.jline.utils.WCWidth;

/// The columns that text takes on a terminal: two for a wide character, none for a combining
/// accent.
final class TextWidth {
  private static final String CUT = "…";

  private TextWidth() {}

  /// {@return how many columns the text takes on one line}
  ///
  /// @param text a text without control characters
  static int of(String text) {
    return text.codePoints().map(TextWidth::of).sum();
  }

  private static int of(int codePoint) {
    return Math.max(0, WCWidth.wcwidth(codePoint));
  }

  /// {@return the text if it fits, else its beginning and an ellipsis, in whole characters}
  ///
  /// @param text a text without control characters
  /// @param columns the limit of its width
  static String cut(String text, int columns) {
    if (of(text) <= columns) {
      return text;
    }
    var characters = BreakIterator.getCharacterInstance(Locale.ROOT);
    characters.setText(text);
    int width = of(CUT);
    int end = 0;
    for (int next = characters.next(); next != BreakIterator.DONE; next = characters.next()) {
      width += of(text.substring(end, next));
      if (width > columns) {
        break;
      }
      end = next;
    }
    return columns < 1 ? "" : text.substring(0, end) + CUT;
  }

  /// {@return the text and as many spaces as fill the columns}
  ///
  /// @param text a text without control characters
  /// @param columns the columns to fill
  static String pad(String text, int columns) {
    return text + " ".repeat(Math.max(0, columns - of(text)));
  }

  /// {@return how many rows the text takes when the terminal wraps it; at least one}
  ///
  /// @param text a text without control characters
  /// @param columns the columns of the terminal, at least one
  static int rows(String text, int columns) {
    int rows = 1;
    int column = 0;
    for (int codePoint : text.codePoints().toArray()) {
      int width = of(codePoint);
      if (column + width > columns) {
        rows++;
        column = 0;
      }
      column += width;
    }
    return rows;
  }
}
