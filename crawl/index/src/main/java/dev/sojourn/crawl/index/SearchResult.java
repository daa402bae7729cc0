package dev.sojourn.crawl.index;

import java.util.List;

/// The result of a search.
///
/// @param query as the caller gave it
/// @param total how many pages match
/// @param matchedAll whether these pages contain all words of the query; if false, no page does,
///   and these contain some words
/// @param hits the best pages, best first
public record SearchResult(String query, long total, boolean matchedAll, List<Hit> hits) {
  /// Copies the list.
  public SearchResult {
    hits = List.copyOf(hits);
  }
}
