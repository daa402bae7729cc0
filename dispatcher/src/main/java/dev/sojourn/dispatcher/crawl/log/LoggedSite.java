package dev.sojourn.dispatcher.crawl.log;

import dev.sojourn.dispatcher.core.TerritoryState;
import java.util.List;
import java.util.function.Predicate;

/// A site as the crawl log needs it.
///
/// @param origin scheme, host and non-default port
/// @param territories all of the site
/// @param isDisallowed whether robots.txt disallows a URL of the site for the crawl
/// @param isFound whether a finding of an earlier round about a page counts on
public record LoggedSite(
    String origin,
    List<TerritoryState> territories,
    Predicate<String> isDisallowed,
    Predicate<String> isFound) {
  /// Copies the list.
  public LoggedSite {
    territories = List.copyOf(territories);
  }
}
