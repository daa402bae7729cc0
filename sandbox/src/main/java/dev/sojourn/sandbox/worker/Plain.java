package dev.sojourn.sandbox.worker;

/// Makes a text fit for one line.
final class Plain {
  private Plain() {}

  /// The text with control characters, line ends of any kind and lone surrogates replaced, cut to a
  /// length.
  static String text(String text, int maxChars) {
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
