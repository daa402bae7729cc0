package dev.sojourn.dispatcher.crawl.log;

import dev.sojourn.dispatcher.core.TerritoryState;
import java.util.List;

/// A site as the crawl log needs it.
///
/// @param origin scheme, host and non-default port
/// @param territories all of the site
public record LoggedSite(String origin, List<TerritoryState> territories) {
  /// Copies the list.
  public LoggedSite {
    territories = List.copyOf(territories);
  }
}
