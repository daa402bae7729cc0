package dev.sojourn.agent.page;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The statements about uses of a page beyond reading: of the site's robots.txt for its URL, of its
/// header fields, and of the page itself.
///
/// A use that no statement names is neither permitted nor denied. Labels are spelled as in the
/// source. The two vocabularies differ: `train-ai` and `search` in Content-Usage (AIPREF);
/// `search`, `ai-input` and `ai-train` in Content-Signal.
///
/// @param contentUsage whether each use that Content-Usage states is permitted, in the order of the
///   labels
/// @param contentSignals the same for the labels of Content-Signal
/// @param licences the URLs of licences, each once: from License records (RSL 1.0) and from links
///   with the relation `license`
public record PageUsage(
    Map<String, Boolean> contentUsage, Map<String, Boolean> contentSignals, List<String> licences) {
  /// The most labels of each vocabulary; the first labels in their order are kept.
  public static final int MAX_LABELS = 64;

  /// The most licences that are kept.
  public static final int MAX_LICENCES = 16;

  /// Longer labels are dropped, as are URLs of more than ten times as many characters.
  public static final int MAX_LABEL_CHARS = 200;

  /// No statement at all.
  public static final PageUsage NONE = new PageUsage(Map.of(), Map.of(), List.of());

  /// Copies the collections, within the limits.
  public PageUsage {
    contentUsage = labels(contentUsage);
    contentSignals = labels(contentSignals);
    licences =
        licences.stream()
            .filter(url -> url.length() <= 10 * MAX_LABEL_CHARS)
            .distinct()
            .limit(MAX_LICENCES)
            .toList();
  }

  private static Map<String, Boolean> labels(Map<String, Boolean> stated) {
    var kept = new TreeMap<String, Boolean>();
    for (var each : new TreeMap<>(stated).entrySet()) {
      if (kept.size() < MAX_LABELS && each.getKey().length() <= MAX_LABEL_CHARS) {
        kept.put(each.getKey(), each.getValue());
      }
    }
    return Collections.unmodifiableSortedMap(kept);
  }

  /// {@return whether a use is denied, by either vocabulary}
  ///
  /// @param label such as `train-ai` or `ai-train`
  public boolean denies(String label) {
    return Boolean.FALSE.equals(contentUsage.get(label))
        || Boolean.FALSE.equals(contentSignals.get(label));
  }

  /// {@return whether a vocabulary permits a use, and none denies it}
  ///
  /// @param label such as `search`
  public boolean permits(String label) {
    return !denies(label) && (contentUsage.containsKey(label) || contentSignals.containsKey(label));
  }

  /// {@return whether anything is stated}
  public boolean isStated() {
    return !contentUsage.isEmpty() || !contentSignals.isEmpty() || !licences.isEmpty();
  }

  /// {@return both combined; if they differ about a use, the denial holds}
  ///
  /// @param other stated elsewhere for the same page
  public PageUsage and(PageUsage other) {
    var all = new LinkedHashSet<>(licences);
    all.addAll(other.licences);
    return new PageUsage(
        both(contentUsage, other.contentUsage),
        both(contentSignals, other.contentSignals),
        List.copyOf(all));
  }

  private static Map<String, Boolean> both(Map<String, Boolean> some, Map<String, Boolean> others) {
    var both = new TreeMap<>(some);
    others.forEach((label, yes) -> both.merge(label, yes, Boolean::logicalAnd));
    return both;
  }
}
