package dev.sojourn.fetch.sitemap;

import java.util.List;
import java.util.Set;

/// The outcome of a round over the sitemaps of a site.
///
/// @param listed the lists of pages that the site names, read or not, each by path and query
/// @param isCertain whether these are all; an index that was never read hides others, and so does a
///   robots.txt that is not there
/// @param isTelling whether the site has lists of pages, all were read as they are now, and each
///   page in them has a date
/// @param isTimeUp whether some were not asked for, since the time was up
/// @param troubles what went wrong, a clause each, the first few
public record SitemapOutcome(
    Set<String> listed,
    boolean isCertain,
    boolean isTelling,
    boolean isTimeUp,
    List<String> troubles) {
  /// Copies both.
  public SitemapOutcome {
    listed = Set.copyOf(listed);
    troubles = List.copyOf(troubles);
  }
}
