package dev.sojourn.crawl.local.log;

import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.crawl.core.TerritoryState;
import dev.sojourn.filter.UrlFilter;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// The data of a site that the crawl log needs.
///
/// @param origin scheme, host and non-default port
/// @param territories all territories of the site
/// @param filter applies the rules of the owner
/// @param isDisallowed whether robots.txt disallows a URL of the site for the crawl
/// @param disallowedBefore URLs that earlier rounds recorded as disallowed and that no visit of
///   this round requested
/// @param isFound whether a finding of an earlier round about a page still counts
/// @param readHere receives the record of each page that a visit from home requested, in order
public record LoggedSite(
    String origin,
    List<TerritoryState> territories,
    UrlFilter filter,
    Predicate<String> isDisallowed,
    List<String> disallowedBefore,
    Predicate<String> isFound,
    Consumer<PageRecord> readHere) {
  /// Copies the lists.
  public LoggedSite {
    territories = List.copyOf(territories);
    disallowedBefore = List.copyOf(disallowedBefore);
  }
}
