package dev.sojourn.dispatcher.crawl;

import dev.sojourn.dispatcher.core.SiteState;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The sites of a crawl that still have something to do, kept up to date with each change of a
/// site's state. To ask about all sites costs as much with 10,000 sites as with one. Used under the
/// lock of [CrawlLoop].
final class OpenSites {
  private final Set<SiteContext> unconcluded = new LinkedHashSet<>();
  private int busy;
  private int unfinished;

  OpenSites(List<SiteContext> sites) {
    for (var site : sites) {
      count(site.state(), 1);
      note(site);
    }
  }

  /// Gives a site its next state.
  void change(SiteContext site, SiteState next) {
    count(site.state(), -1);
    site.state(next);
    count(next, 1);
    note(site);
  }

  private void count(SiteState state, int one) {
    busy += state.isQuiet() ? 0 : one;
    unfinished += state.isOver() ? 0 : one;
  }

  private void note(SiteContext site) {
    if (site.state().isConcluded()) {
      unconcluded.remove(site);
    } else {
      unconcluded.add(site);
    }
  }

  /// Whether nothing happens at any site.
  boolean areAllQuiet() {
    return busy == 0;
  }

  /// Whether nothing is left to do at all.
  boolean areAllOver() {
    return unfinished == 0;
  }

  /// The sites that do not know yet that the crawl is over.
  List<SiteContext> unconcluded() {
    return List.copyOf(unconcluded);
  }
}
