package dev.sojourn.sandbox.pipe;

/// Makes a text fit for one line. A worker does so, and its caller again.
public final class Plain {
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
      boolean plain =
          switch (Character.getType(c)) {
            case Character.CONTROL,
                Character.FORMAT,
                Character.SURROGATE,
                Character.LINE_SEPARATOR,
                Character.PARAGRAPH_SEPARATOR ->
                false;
            default -> true;
          };
      if (!plain) {
        out.append('\ufffd');
      } else if (out.length() + Character.charCount(c) <= maxChars) {
        out.appendCodePoint(c);
      } else {
        break;
      }
    }
    return out.toString();
  }
}
