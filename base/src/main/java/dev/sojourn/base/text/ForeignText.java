package dev.sojourn.base.text;

import java.util.HexFormat;

/// Text that we did not write: from a peer, a page, a jar, a person at a control socket.
///
/// It prints itself as one line, without characters that steer a terminal or turn the direction of
/// writing. So it can stand in any sentence as it is. Code that compares it, keeps it or sends it
/// on takes it [#written()]; the architecture test finds code that does so and prints it.
///
/// @param written as it came
public record ForeignText(String written) {
  /// The characters of a text that stands in a sentence, unless the caller says how many.
  private static final int MAX_CHARS = 200;

  private static final HexFormat HEX = HexFormat.of();

  /// {@return a text of a stranger}
  ///
  /// @param written as it came
  public static ForeignText of(String written) {
    return new ForeignText(written);
  }

  /// {@return the text with control characters, line ends of any kind and lone surrogates replaced,
  /// cut to a length}
  ///
  /// @param maxChars how many of its characters are kept, each a code point
  public String text(int maxChars) {
    return plain(maxChars, '\ufffd');
  }

  /// {@return the text in one line, cut to a length; characters that are not plain become spaces,
  /// and those at both ends go}
  ///
  /// @param maxChars how many of its characters are kept, each a code point
  public String line(int maxChars) {
    return plain(maxChars, ' ').strip();
  }

  /// {@return whether it has more characters than a limit; a character is a code point}
  ///
  /// @param maxChars the limit
  public boolean exceeds(int maxChars) {
    // A text never has more code points than chars, nor less than half as many.
    return written.length() > maxChars
        && (written.length() > 2L * maxChars
            || written.codePointCount(0, written.length()) > maxChars);
  }

  /// {@return its first characters as they were written; no pair of surrogates is cut}
  ///
  /// @param maxChars how many of its characters are kept, each a code point
  public String first(int maxChars) {
    return exceeds(maxChars)
        ? written.substring(0, written.offsetByCodePoints(0, maxChars))
        : written;
  }

  /// {@return its first 200 characters in one line, fit for a log and a terminal}
  @Override
  public String toString() {
    return line(MAX_CHARS);
  }

  /// {@return JSON with each character that is not plain written as a JSON escape; such characters
  /// stand in its strings only}
  ///
  /// @param json any JSON, on one line
  public static String inJson(String json) {
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

  private String plain(int maxChars, char replacement) {
    if (written.length() <= maxChars && isPlain(written)) {
      return written;
    }
    var out = new StringBuilder(Math.min(written.length(), maxChars));
    int chars = 0;
    for (int i = 0; i < written.length() && chars < maxChars; chars++) {
      int c = written.codePointAt(i);
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
