package dev.sojourn.base.text;

import java.util.HexFormat;

/// Text from outside this program: from a peer, a page, a jar, or a person at a control socket.
///
/// Its `toString` is one line, without characters that control a terminal or change the direction
/// of writing, so that it is safe in any sentence. Code that compares, stores or forwards the text
/// uses [#written()]; the architecture test finds code that uses it and prints.
///
/// @param written the original text
public record ForeignText(String written) {
  /// The default limit of characters in a sentence.
  private static final int MAX_CHARS = 200;

  private static final HexFormat HEX = HexFormat.of();

  /// {@return a text from outside}
  ///
  /// @param written the original text
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
  /// and spaces at both ends are removed}
  ///
  /// @param maxChars how many of its characters are kept, each a code point
  public String line(int maxChars) {
    return plain(maxChars, ' ').strip();
  }

  /// {@return whether it has more characters than a limit; a character is a code point}
  ///
  /// @param maxChars the limit
  public boolean exceeds(int maxChars) {
    // The number of code points is between half the number of chars and that number.
    return written.length() > maxChars
        && (written.length() > 2L * maxChars
            || written.codePointCount(0, written.length()) > maxChars);
  }

  /// {@return its first characters, unchanged; a pair of surrogates is never split}
  ///
  /// @param maxChars how many of its characters are kept, each a code point
  public String first(int maxChars) {
    return exceeds(maxChars)
        ? written.substring(0, written.offsetByCodePoints(0, maxChars))
        : written;
  }

  /// {@return its first 200 characters in one line, safe for a log and a terminal}
  @Override
  public String toString() {
    return line(MAX_CHARS);
  }

  /// {@return JSON in which each character that is not plain is a JSON escape; such characters
  /// occur only in strings}
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

  /// Whether all characters are plain. Nearly every text is, and then need not be copied.
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

  /// {@return whether a terminal shows the character rather than obeys it}
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
