package dev.sojourn.dispatcher.cli.display;

/// Text of a page inside a line of this program on a terminal.
///
/// Titles in Arabic or Hebrew may contain direction marks: U+200E, U+200F and U+061C are part of
/// correct spelling, and stay. Without isolation, such a text would reverse its neighbours: a
/// number, a score, another title. FSI and PDI around it confine its direction. Embeddings,
/// overrides and isolates of the text itself are removed, since a page could use them to escape the
/// PDI.
public final class IsolatedText {
  private static final char FIRST_STRONG_ISOLATE = '\u2068';
  private static final char POP_DIRECTIONAL_ISOLATE = '\u2069';

  private IsolatedText() {}

  /// {@return the text, between FSI and PDI if it has characters that run from right to left}
  ///
  /// @param text the text of a page, on one line
  public static String of(String text) {
    var plain = new StringBuilder(text.length());
    text.codePoints().filter(c -> !isOpening(c)).forEach(plain::appendCodePoint);
    return plain.codePoints().anyMatch(IsolatedText::isRightToLeft)
        ? FIRST_STRONG_ISOLATE + plain.toString() + POP_DIRECTIONAL_ISOLATE
        : plain.toString();
  }

  private static boolean isOpening(int c) {
    return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
  }

  private static boolean isRightToLeft(int c) {
    return switch (Character.getDirectionality(c)) {
      case Character.DIRECTIONALITY_RIGHT_TO_LEFT,
          Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC,
          Character.DIRECTIONALITY_ARABIC_NUMBER ->
          true;
      default -> false;
    };
  }
}
