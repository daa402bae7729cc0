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
  /// @param sitemaps of the site, in their order
  /// @param isCut whether it names more than is read, or breaks off
  record Index(List<PageUrl> sitemaps, boolean isCut) implements Sitemap {
    /// Copies the list.
    public Index {
      sitemaps = List.copyOf(sitemaps);
    }
  }

  /// A list of pages.
  ///
  /// @param stamps of the pages of the site, by path and query: another date is another stamp
  /// @param isDated whether each has a date, which alone shows a change
  /// @param isCut whether it lists more than is read, or breaks off
  /// @param isFeed whether it shows the latest pages alone
  record Pages(NavigableMap<String, Long> stamps, boolean isDated, boolean isCut, boolean isFeed)
      implements Sitemap {
    /// Copies the map.
    public Pages {
      stamps = Collections.unmodifiableNavigableMap(new TreeMap<>(stamps));
    }

    /// {@return whether a page that is not among them was taken off the list}
    public boolean isComplete() {
      return !isCut && !isFeed;
    }
  }
}
