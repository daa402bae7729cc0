package dev.sojourn.crawl.local.recrawl;

import dev.sojourn.crawl.core.SiteState;
import dev.sojourn.crawl.local.store.CrawlStore;
import java.io.IOException;
import java.util.List;

/// The states of the sites of a crawl, from the events in its store.
public final class SiteStates {
  private SiteStates() {}

  /// {@return the sites in their order; empty if there is no crawl}
  ///
  /// @param store of the crawl
  /// @throws IOException if the store cannot be read
  public static List<SiteState> of(CrawlStore store) throws IOException {
    var header = store.header();
    return header.isEmpty()
        ? List.of()
        : ReplayedSite.all(store, header.get().productToken()).stream()
            .map(ReplayedSite::state)
            .toList();
  }
}
