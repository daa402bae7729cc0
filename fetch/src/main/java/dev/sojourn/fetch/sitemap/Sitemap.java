package dev.sojourn.fetch.sitemap;

import dev.sojourn.agent.PageUrl;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/// The content of a sitemap.
public sealed interface Sitemap {

  /// A sitemap of sitemaps.
  ///
  /// @param sitemaps the sitemaps of the site, in order
  /// @param isCut whether it has more entries than were read, or breaks off
  record Index(List<PageUrl> sitemaps, boolean isCut) implements Sitemap {
    /// Copies the list.
    public Index {
      sitemaps = List.copyOf(sitemaps);
    }
  }

  /// A list of pages.
  ///
  /// @param stamps a stamp of the date of each page, by path and query
  /// @param isDated whether each page has a date; only a date shows a change
  /// @param isCut whether it has more entries than were read, or breaks off
  /// @param isFeed whether it lists only the latest pages
  record Pages(NavigableMap<String, Long> stamps, boolean isDated, boolean isCut, boolean isFeed)
      implements Sitemap {
    /// Copies the map.
    public Pages {
      stamps = Collections.unmodifiableNavigableMap(new TreeMap<>(stamps));
    }

    /// {@return whether the list is complete, so that a missing page was removed from it}
    public boolean isComplete() {
      return !isCut && !isFeed;
    }
  }
}
