package dev.sojourn.samples.search;

import java.util.List;

/// A page with at least one word of the query.
///
/// @param url of the page
/// @param title of the page
/// @param excerpt for the owner
/// @param words how many words it has
/// @param counts how often it has each word of the query, in the order of the query
record MatchingPage(String url, String title, String excerpt, int words, List<Integer> counts) {
  MatchingPage {
    counts = List.copyOf(counts);
  }
}
