package dev.sojourn.fetch.sitemap;

import java.util.List;
import java.util.Set;

/// The outcome of reading the sitemaps of a site once.
///
/// @param listed the path and query of each list of pages that the site names, read or not
/// @param isCertain whether these are all lists; an unread index or a missing robots.txt may hide
///   others
/// @param isTelling whether the site has lists of pages, all lists are up to date, and each page in
///   them has a date
/// @param isTimeUp whether the time ended before all lists were read
/// @param troubles the first few faults, each as a clause
public record SitemapOutcome(
    Set<String> listed,
    boolean isCertain,
    boolean isTelling,
    boolean isTimeUp,
    List<String> troubles) {
  /// Copies both collections.
  public SitemapOutcome {
    listed = Set.copyOf(listed);
    troubles = List.copyOf(troubles);
  }
}
