package dev.sojourn.sandbox.pipe;

import java.util.HexFormat;

/// Makes a text fit for one line. A worker does so, and its caller again.
public final class Plain {
  private static final HexFormat HEX = HexFormat.of();

  private Plain() {}

  /// {@return the text with control characters, line ends of any kind and lone surrogates replaced,
  /// cut to a length}
  ///
  /// @param text any text
  /// @param maxChars how much of it is kept
  public static String text(String text, int maxChars) {
    var out = new StringBuilder(Math.min(text.length(), maxChars));
    for (int i = 0; i < text.length() && out.length() < maxChars; ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (!isPlain(c)) {
        out.append('\ufffd');
      } else if (out.length() + Character.charCount(c) <= maxChars) {
        out.appendCodePoint(c);
      } else {
        break;
      }
    }
    return out.toString();
  }

  /// {@return JSON with what would not be plain in a text written as its number, as JSON has it;
  /// such characters stand in its strings only}
  ///
  /// @param json any JSON, on one line
  public static String json(String json) {
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
