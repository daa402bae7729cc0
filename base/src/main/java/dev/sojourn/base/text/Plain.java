package dev.sojourn.base.text;

import java.util.HexFormat;

/// Text of a stranger, made fit for a line of a log or a terminal: nothing in it steers the
/// terminal or turns the direction of writing. A worker does so, and its caller again.
public final class Plain {
  private static final HexFormat HEX = HexFormat.of();

  private Plain() {}

  /// {@return the text with control characters, line ends of any kind and lone surrogates replaced,
  /// cut to a length}
  ///
  /// @param text any text
  /// @param maxChars how many of its characters are kept, each a code point
  public static String text(String text, int maxChars) {
    return plain(text, maxChars, '\ufffd');
  }

  /// {@return the text in one line, cut to a length; characters that are not plain become spaces,
  /// and those at both ends go}
  ///
  /// @param text as a peer sent it
  /// @param maxChars how many of its characters are kept, each a code point
  public static String line(String text, int maxChars) {
    return plain(text, maxChars, ' ').strip();
  }

  /// {@return whether a text has more characters than a limit; a character is a code point}
  ///
  /// @param text any text
  /// @param maxChars the limit
  public static boolean exceeds(String text, int maxChars) {
    // A text never has more code points than chars, nor less than half as many.
    return text.length() > maxChars
        && (text.length() > 2L * maxChars || text.codePointCount(0, text.length()) > maxChars);
  }

  /// {@return the first characters of a text; no pair of surrogates is cut}
  ///
  /// @param text any text
  /// @param maxChars how many of its characters are kept, each a code point
  public static String first(String text, int maxChars) {
    return exceeds(text, maxChars) ? text.substring(0, text.offsetByCodePoints(0, maxChars)) : text;
  }

  /// {@return JSON with each character that is not plain written as its number, as JSON has it;
  /// such characters stand in its strings only}
  ///
  /// @param json any JSON, on one line
  public static String json(String json) {
    if (isPlain(json)) {
      return json;
    }
    var out = new StringBuilder(json.length());
    for (int i = 0; i < json.length(); ) {
      int c = json.codePointAt(i);
      i += Character.charCount(c);
      if (isPlain(c)) {
        out.appendCodePoint(c);
      } else {
        for (char unit : Character.toChars(c)) {
          out.append("\\u").append(HEX.toHexDigits(unit));
        }
      }
    }
    return out.toString();
  }

  private static String plain(String text, int maxChars, char replacement) {
    if (text.length() <= maxChars && isPlain(text)) {
      return text;
    }
    var out = new StringBuilder(Math.min(text.length(), maxChars));
    int chars = 0;
    for (int i = 0; i < text.length() && chars < maxChars; chars++) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      out.appendCodePoint(isPlain(c) ? c : replacement);
    }
    return out.toString();
  }

  /// Nearly every text is, and need not be copied then.
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      if (!isPlain(c)) {
        return false;
      }
      i += Character.charCount(c);
    }
    return true;
  }

  /// {@return whether a terminal shows it, rather than obeying it}
  ///
  /// @param c a code point
  public static boolean isPlain(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
