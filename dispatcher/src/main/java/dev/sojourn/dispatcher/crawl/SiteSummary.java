package dev.sojourn.dispatcher.crawl;

import java.util.List;

/// What came of a site as a whole.
///
/// @param site the origin
/// @param robots `read`, `read_elsewhere`, `absent`, `unreachable`, or `unread` if the crawl was
///   interrupted before
/// @param sentence what came of reading robots.txt
/// @param disallowedStarts start URLs that its robots.txt does not allow
public record SiteSummary(
    String site, String robots, String sentence, List<String> disallowedStarts) {
  /// Copies the list.
  public SiteSummary {
    disallowedStarts = List.copyOf(disallowedStarts);
  }
}
