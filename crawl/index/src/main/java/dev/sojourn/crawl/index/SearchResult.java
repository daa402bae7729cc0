package dev.sojourn.crawl.index;

import java.util.List;

/// The result of a search.
///
/// @param query as it was asked
/// @param total how many pages match
/// @param matchedAll whether these pages hold all words of the query; else, since none does, they
///   hold some
/// @param hits the best of them, best first
public record SearchResult(String query, long total, boolean matchedAll, List<Hit> hits) {
  /// Copies the list.
  public SearchResult {
    hits = List.copyOf(hits);
  }
}
