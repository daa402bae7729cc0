package dev.sojourn.crawl.local.recrawl;

import dev.sojourn.crawl.core.SiteMachine;
import dev.sojourn.crawl.core.SiteState;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.StoredSite;
import dev.sojourn.crawl.plan.RobotsOutcome;
import dev.sojourn.robots.RobotsTxt;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// A site at the end of a round.
///
/// @param number of the site
/// @param state after all its events
/// @param robots the rules of its plan; empty if it was never planned
/// @param productToken selects the group of robots.txt
record FinishedSite(int number, SiteState state, Optional<RobotsTxt> robots, String productToken) {

  /// Reads all sites of a crawl.
  static List<FinishedSite> all(CrawlStore store, String productToken) throws IOException {
    var stored = store.sites();
    var origins = stored.stream().map(s -> s.terms().origin()).collect(Collectors.toSet());
    var sites = new ArrayList<FinishedSite>();
    for (var site : stored) {
      sites.add(read(store, site, productToken, origins));
    }
    return sites;
  }

  private static FinishedSite read(
      CrawlStore store, StoredSite site, String productToken, Set<String> origins)
      throws IOException {
    var robots = store.robots(site.number()).map(RobotsOutcome::robots);
    var machine =
        new SiteMachine(
            url -> robots.filter(r -> r.allows(productToken, url.toString())).isPresent(),
            origins::contains);
    var state = SiteState.begin(site.terms());
    for (var event : store.events(site.number())) {
      state = machine.next(state, event);
    }
    return new FinishedSite(site.number(), state, robots, productToken);
  }

  boolean isDisallowed(String url) {
    return robots.filter(rules -> !rules.allows(productToken, url)).isPresent();
  }
}
