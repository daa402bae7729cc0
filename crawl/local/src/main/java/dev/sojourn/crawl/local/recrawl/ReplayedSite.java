package dev.sojourn.crawl.local.recrawl;

import dev.sojourn.crawl.core.SiteMachine;
import dev.sojourn.crawl.core.SiteState;
import dev.sojourn.crawl.core.StartUrls;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.StoredSite;
import dev.sojourn.crawl.plan.RobotsOutcome;
import dev.sojourn.robots.RobotsTxt;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A site with its state after all its stored events.
///
/// @param number of the site
/// @param state after all its events
/// @param robots the rules of its plan; empty if it was never planned
/// @param productToken selects the group of robots.txt
public record ReplayedSite(
    int number, SiteState state, Optional<RobotsTxt> robots, String productToken) {

  /// {@return whether robots.txt was read}
  public boolean isPlanned() {
    return state.isPlanned();
  }

  /// Reads all sites of a crawl.
  static List<ReplayedSite> all(CrawlStore store, String productToken) throws IOException {
    var stored = store.sites();
    var header = store.header().orElseThrow(() -> new IOException("There is no crawl here."));
    var origins = StartUrls.of(header.starts()).origins();
    var sites = new ArrayList<ReplayedSite>();
    for (var site : stored) {
      sites.add(read(store, site, productToken, origins));
    }
    return sites;
  }

  /// {@return a site of a crawl}
  ///
  /// @param store of the crawl
  /// @param site as the store has it
  /// @param productToken selects the group of robots.txt
  /// @param origins the sites of the start URLs of the crawl
  /// @throws IOException if the store cannot be read
  public static ReplayedSite read(
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
    return new ReplayedSite(site.number(), state, robots, productToken);
  }

  /// {@return whether the robots.txt of the plan disallows a URL}
  ///
  /// @param url of the site
  public boolean isDisallowed(String url) {
    return robots.filter(rules -> !rules.allows(productToken, url)).isPresent();
  }
}
