package dev.sojourn.samples.survey;

import java.util.Map;
import java.util.TreeMap;

/// Counts by label. Since a site may have any number of labels, all labels after the first fifty
/// are counted together.
final class LabelCounts {
  private static final int MAX_LABELS = 50;
  private static final int MAX_CHARS = 500;
  private static final String OTHER = "other";

  private final Map<String, Integer> counts = new TreeMap<>();

  void add(String label) {
    boolean fits =
        label.length() <= MAX_CHARS && (counts.size() < MAX_LABELS || counts.containsKey(label));
    counts.merge(fits ? label : OTHER, 1, Integer::sum);
  }

  /// {@return the counts in the order of their labels}
  Map<String, Integer> all() {
    return counts;
  }
}
