package dev.sojourn.base.cli;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/// Finds the word that was probably meant.
public final class Suggestion {

  private Suggestion() {}

  /// Finds the candidate nearest to a word. At most a third of its letters may be wrong, missing,
  /// extra or swapped (optimal string alignment distance). Otherwise it must be the only candidate
  /// that begins with the word.
  ///
  /// @param word the word that was written, in any case
  /// @param candidates the words that could have been meant
  /// @return the nearest candidate, the first of several; empty if none is near
  public static Optional<String> nearest(String word, Collection<String> candidates) {
    var written = word.toLowerCase(Locale.ROOT);
    int best = Math.max(1, written.length() / 3) + 1;
    String found = null;
    for (var candidate : candidates) {
      int distance = distance(written, candidate.toLowerCase(Locale.ROOT));
      if (distance < best) {
        best = distance;
        found = candidate;
      }
    }
    if (found == null && written.length() >= 2) {
      var begun = candidates.stream().filter(c -> c.startsWith(written)).toList();
      return begun.size() == 1 ? Optional.of(begun.getFirst()) : Optional.empty();
    }
    return Optional.ofNullable(found);
  }

  /// Renders the end of an error message.
  ///
  /// @param word the word that was written
  /// @param candidates the words that could have been meant
  /// @return ` (did you mean 'x'?)`, or nothing if no candidate is near
  public static String suffix(String word, Collection<String> candidates) {
    return nearest(word, candidates).map(near -> " (did you mean '" + near + "'?)").orElse("");
  }

  private static int distance(String a, String b) {
    var before = new int[b.length() + 1];
    var previous = new int[b.length() + 1];
    var current = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int changed = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(changed, Math.min(previous[j], current[j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          current[j] = Math.min(current[j], before[j - 2] + 1);
        }
      }
      var oldest = before;
      before = previous;
      previous = current;
      current = oldest;
    }
    return previous[b.length()];
  }
}
