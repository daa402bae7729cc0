package dev.sojourn.samples;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The words of a text: runs of letters and digits, in lower case.
public final class Words {
  private Words() {}

  /// A word and the place where it begins.
  ///
  /// @param text in lower case
  /// @param begin index of its first character
  public record Word(String text, int begin) {}

  /// {@return the words in their order}
  ///
  /// @param text any
  public static List<Word> of(String text) {
    var words = new ArrayList<Word>();
    int begin = -1;
    for (int i = 0; i <= text.length(); i++) {
      boolean isPart = i < text.length() && Character.isLetterOrDigit(text.charAt(i));
      if (isPart && begin < 0) {
        begin = i;
      } else if (!isPart && begin >= 0) {
        words.add(new Word(text.substring(begin, i).toLowerCase(Locale.ROOT), begin));
        begin = -1;
      }
    }
    return words;
  }
}
