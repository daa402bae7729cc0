package dev.sojourn.lab.site;

import java.util.SplittableRandom;

/// Text with HTML markup that compresses about as well as that of manuals. Its words come from a
/// fixed vocabulary: few are frequent, and many are rare.
final class WordSource {
  private static final int VOCABULARY = 4_000;
  private static final int TITLE_WORDS = 4;

  /// With this share of markup, 30 % of a page is text, as in manuals on the Web.
  private static final int WORDS_A_MARK = 3;

  private static final String MARK = "<code class=\"literal\"><span class=\"pre\">";
  private static final String END_OF_MARK = "</span></code>";
  private static final String[] SYLLABLES = {
    "ba", "cor", "de", "fi", "gan", "ha", "il", "jo", "ka", "lum", "me", "nor", "o", "pes", "qui",
    "ra", "sol", "ti", "u", "ver", "wen", "xi", "yar", "zo"
  };

  private final SplittableRandom random;

  WordSource(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /// {@return several words}
  String title() {
    var text = new StringBuilder();
    for (int i = 0; i < TITLE_WORDS; i++) {
      word(text);
      text.append(i < TITLE_WORDS - 1 ? " " : "");
    }
    return text.toString();
  }

  /// Appends sentences of at least this many characters, including markup.
  void sentences(StringBuilder text, int atLeast) {
    int end = text.length() + atLeast;
    while (text.length() < end) {
      int words = 5 + random.nextInt(15);
      for (int i = 0; i < words; i++) {
        boolean isMarked = random.nextInt(WORDS_A_MARK) == 0;
        text.append(isMarked ? MARK : "");
        word(text);
        text.append(isMarked ? END_OF_MARK : "").append(i < words - 1 ? " " : ". ");
      }
    }
  }

  private void word(StringBuilder text) {
    double drawn = random.nextDouble();
    int number = (int) (VOCABULARY * drawn * drawn * drawn);
    do {
      text.append(SYLLABLES[number % SYLLABLES.length]);
      number /= SYLLABLES.length;
    } while (number > 0);
  }
}
