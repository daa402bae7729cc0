package dev.sojourn.base.text;

/// The characters of a text. The protocol counts Unicode code points: a character outside the Basic
/// Multilingual Plane counts once, although Java stores it as a pair of surrogates. Such a pair is
/// never split.
public final class CodePoints {

  private CodePoints() {}

  /// {@return whether a text has more characters than a limit}
  ///
  /// @param text any text
  /// @param most the limit
  public static boolean exceed(String text, int most) {
    // The number of code points is between half the number of chars and that number.
    return text.length() > most
        && (text.length() > 2L * most || text.codePointCount(0, text.length()) > most);
  }

  /// {@return the text, cut to its first characters}
  ///
  /// @param text any text
  /// @param most how many characters are kept
  public static String first(String text, int most) {
    return exceed(text, most) ? text.substring(0, text.offsetByCodePoints(0, most)) : text;
  }

  /// {@return the text for a message, cut to its first characters, with a mark at the cut}
  ///
  /// @param text any text
  /// @param most how many characters are kept
  public static String shown(String text, int most) {
    return exceed(text, most) ? first(text, most) + "…" : text;
  }

  /// {@return whether the text is valid Unicode: each surrogate in it is half of a pair}
  ///
  /// @param text any text
  public static boolean areWhole(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        boolean isPair =
            Character.isHighSurrogate(c)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (!isPair) {
          return false;
        }
        i++;
      }
    }
    return true;
  }
}
