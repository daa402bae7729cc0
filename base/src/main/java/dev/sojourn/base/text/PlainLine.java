package dev.sojourn.base.text;

/// Text of a peer, made fit for a line of a log or a terminal.
public final class PlainLine {
  private PlainLine() {}

  /// {@return the text in one line, without what steers a terminal or turns the direction of
  /// writing, and without halves of surrogate pairs; each of those becomes a space}
  ///
  /// @param text as the peer sent it
  /// @param maxChars how many of its characters are kept, each a code point
  public static String of(String text, int maxChars) {
    var line = new StringBuilder(Math.min(text.length(), maxChars));
    int chars = 0;
    for (int i = 0; i < text.length() && chars < maxChars; chars++) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      line.appendCodePoint(isPlain(c) ? c : ' ');
    }
    return line.toString().strip();
  }

  private static boolean isPlain(int c) {
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
