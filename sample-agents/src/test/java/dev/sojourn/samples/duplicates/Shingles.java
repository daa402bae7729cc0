package dev.sojourn.samples.duplicates;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The similarity of texts as its definition stands: the shingles that both have, of all that they
/// have together.
final class Shingles {
  private Shingles() {}

  static double similarity(String one, String other) {
    var union = new HashSet<>(of(one));
    union.addAll(of(other));
    var both = new HashSet<>(of(one));
    both.retainAll(of(other));
    return (double) both.size() / union.size();
  }

  private static Set<List<String>> of(String text) {
    var words = List.of(text.toLowerCase(Locale.ROOT).strip().split("[^\\p{L}\\p{Nd}]+"));
    var shingles = new HashSet<List<String>>();
    for (int i = 0; i + 5 <= words.size(); i++) {
      shingles.add(words.subList(i, i + 5));
    }
    return shingles;
  }
}
