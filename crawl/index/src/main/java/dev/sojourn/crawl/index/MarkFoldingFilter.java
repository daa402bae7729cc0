package dev.sojourn.crawl.index;

import java.io.IOException;
import java.text.Normalizer;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/// Removes marks that writers often omit, so that both spellings match each other. These are
/// accents in Latin and Greek, stress marks and the dots of `ё` in Cyrillic, and Hebrew points. In
/// Arabic they are vowel signs and the elongation character. Decomposed text (NFD) becomes equal to
/// composed text (Unicode Standard Annex 15).
///
/// Marks that make a different letter stay: `й`, `ї`, the hamza, the voicing marks of kana, the
/// signs of Indic scripts.
final class MarkFoldingFilter extends TokenFilter {
  private static final char ASCII_END = 0x80;
  private static final char GRAVE = 0x300;
  private static final char ACUTE = 0x301;
  private static final char DIAERESIS = 0x308;
  private static final char COMBINING_END = 0x36f;
  private static final char CYRILLIC = 0x400;
  private static final char CYRILLIC_END = 0x52f;
  private static final char IE = 0x435;
  private static final char CAPITAL_IE = 0x415;
  private static final char TATWEEL = 0x640;

  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);

  MarkFoldingFilter(TokenStream words) {
    super(words);
  }

  @Override
  public boolean incrementToken() throws IOException {
    if (!input.incrementToken()) {
      return false;
    }
    if (!isAscii(term.buffer(), term.length())) {
      var folded = fold(term.toString());
      if (!folded.isEmpty()) {
        term.setEmpty().append(folded);
      }
    }
    return true;
  }

  private static boolean isAscii(char[] text, int length) {
    for (int i = 0; i < length; i++) {
      if (text[i] >= ASCII_END) {
        return false;
      }
    }
    return true;
  }

  private static String fold(String word) {
    var parts = Normalizer.normalize(word, Normalizer.Form.NFD);
    var kept = new StringBuilder(parts.length());
    char letter = 0;
    for (int i = 0; i < parts.length(); i++) {
      char c = parts.charAt(i);
      boolean isMark = c >= GRAVE && c <= COMBINING_END;
      if (!(isMark ? isDropped(c, letter) : isPoint(c))) {
        kept.append(c);
      }
      letter = isMark ? letter : c;
    }
    return Normalizer.normalize(kept, Normalizer.Form.NFC);
  }

  /// Whether a mark that many scripts share does not change the identity of its letter.
  private static boolean isDropped(char mark, char letter) {
    if (letter >= CYRILLIC && letter <= CYRILLIC_END) {
      return mark == GRAVE
          || mark == ACUTE
          || (mark == DIAERESIS && (letter == IE || letter == CAPITAL_IE));
    }
    return letter < CYRILLIC || isGreekExtended(letter);
  }

  private static boolean isGreekExtended(char letter) {
    return letter >= 0x1e00 && letter <= 0x1fff;
  }

  private static boolean isPoint(char c) {
    boolean isHebrew =
        (c >= 0x591 && c <= 0x5bd)
            || c == 0x5bf
            || c == 0x5c1
            || c == 0x5c2
            || c == 0x5c4
            || c == 0x5c5
            || c == 0x5c7;
    boolean isArabic =
        (c >= 0x610 && c <= 0x61a)
            || c == TATWEEL
            || (c >= 0x64b && c <= 0x652)
            || c == 0x670
            || (c >= 0x6d6 && c <= 0x6dc)
            || (c >= 0x6df && c <= 0x6e4)
            || c == 0x6e7
            || c == 0x6e8
            || (c >= 0x6ea && c <= 0x6ed);
    return isHebrew || isArabic;
  }
}
