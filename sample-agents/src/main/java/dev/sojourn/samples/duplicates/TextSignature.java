package dev.sojourn.samples.duplicates;

import java.util.ArrayDeque;
import java.util.Arrays;

/// The signature of a text, which estimates its similarity to other texts: MinHash over its
/// shingles of [#SHINGLE_WORDS] words (Broder, "On the resemblance and containment of documents",
/// 1997).
///
/// The similarity of two texts is the fraction of their shingles that both have. Each of the
/// [#SIZE] values is equal for both texts with this probability. The fraction of equal values
/// therefore estimates the similarity, with a standard error of at most 1/16. A value is the
/// minimum of a hash function over all shingles; each function mixes one hash of the shingle with
/// its own number.
///
/// @param values one value for each hash function
record TextSignature(int[] values) {
  /// The number of hash functions.
  static final int SIZE = 64;

  /// The number of words in a shingle.
  static final int SHINGLE_WORDS = 5;

  /// Later words are ignored, which bounds the time for a long page.
  static final int MAX_WORDS = 20_000;

  private static final long MIX = 0x9E3779B97F4A7C15L;

  /// {@return the signature of a text} A text with fewer words than a shingle has one shingle.
  ///
  /// @param text words of letters and digits; case is ignored
  static TextSignature of(String text) {
    var values = new int[SIZE];
    Arrays.fill(values, Integer.MAX_VALUE);
    var shingle = new ArrayDeque<Long>();
    int words = 0;
    int at = 0;
    while (at < text.length() && words < MAX_WORDS) {
      long hash = 0;
      while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
        hash = mixed(hash ^ Character.toLowerCase(text.charAt(at)));
        at++;
      }
      if (hash != 0) {
        words++;
        shingle.add(hash);
        if (shingle.size() > SHINGLE_WORDS) {
          shingle.remove();
        }
        if (shingle.size() == SHINGLE_WORDS) {
          add(shingle, values);
        }
      }
      at++;
    }
    if (words > 0 && words < SHINGLE_WORDS) {
      add(shingle, values);
    }
    return new TextSignature(values);
  }

  private static void add(Iterable<Long> words, int[] values) {
    long shingle = 0;
    for (long word : words) {
      shingle = mixed(shingle ^ word);
    }
    for (int i = 0; i < SIZE; i++) {
      int value = (int) (mixed(shingle + i * MIX) >>> 33);
      values[i] = Math.min(values[i], value);
    }
  }

  private static long mixed(long hash) {
    long mixed = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return (mixed ^ (mixed >>> 31)) + MIX;
  }

  /// {@return whether the text has no words}
  boolean isEmpty() {
    return values[0] == Integer.MAX_VALUE;
  }

  /// {@return the estimated similarity of the texts}
  ///
  /// @param other of another text
  double similarity(TextSignature other) {
    int equal = 0;
    for (int i = 0; i < SIZE; i++) {
      equal += values[i] == other.values[i] ? 1 : 0;
    }
    return (double) equal / SIZE;
  }

  /// {@return a hash of a part of the values; texts with an equal part are compared}
  ///
  /// @param band the number of the part
  /// @param rows how many values the part has
  int band(int band, int rows) {
    return Arrays.hashCode(Arrays.copyOfRange(values, band * rows, (band + 1) * rows));
  }

  /// {@return the values as hexadecimal digits, eight for each value}
  String digits() {
    var digits = new StringBuilder();
    for (int value : values) {
      var hex = Integer.toHexString(value);
      digits.append("0".repeat(8 - hex.length())).append(hex);
    }
    return digits.toString();
  }
}
