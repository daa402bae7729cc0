package dev.sojourn.crawl.local.recrawl;

import dev.sojourn.agent.Scope;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.StoredSite;
import dev.sojourn.crawl.plan.PartitionWish;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.crawl.plan.Reach;
import dev.sojourn.crawl.plan.RobotsOutcome;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/// The plans of the sites of a crawl. Known pages of earlier rounds may determine how a territory
/// is cut into parts. The parts are stored with the events of the site, so a resumed round has the
/// same parts. May be used by any thread.
public final class SitePlans {
  private static final String SETTING = "partition";

  /// A smaller part would be finished before its own visit has even begun.
  private static final int LEAST_PAGES = 200;

  private final CrawlStore store;
  private final EarlierRounds earlier;
  private final Reach reach;
  private final PartitionWish wish;

  /// Reads the wish that is stored with a crawl.
  ///
  /// @param store of the crawl
  /// @param earlier the rounds before this one
  /// @param reach the hosts that agents can be sent to
  /// @throws IOException if the store cannot be read
  public SitePlans(CrawlStore store, EarlierRounds earlier, Reach reach) throws IOException {
    this.store = store;
    this.earlier = earlier;
    this.reach = reach;
    this.wish = wish(store);
  }

  private static PartitionWish wish(CrawlStore store) throws IOException {
    try {
      return store.setting(SETTING).map(PartitionWish::parse).orElse(PartitionWish.NONE);
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "The store of the crawl is damaged; crawl again into another directory.", e);
    }
  }

  /// Stores a wish with a crawl, for the sites that are planned from now on.
  ///
  /// @param store of the crawl
  /// @param wish of its user
  /// @throws IOException if the store cannot be written
  public static void keep(CrawlStore store, PartitionWish wish) throws IOException {
    store.keepSetting(SETTING, wish.text());
  }

  /// {@return the plan of a site that has no plan in this round yet}
  ///
  /// @param origin the site
  /// @param outcome the result of reading its robots.txt
  /// @param limits of the visits of one territory together
  /// @throws IOException if the store cannot be read
  public Plan first(String origin, RobotsOutcome outcome, Allowance limits) throws IOException {
    var plan = Plan.of(origin, outcome, reach);
    // Each part needs at least one page and one finding.
    int most = (int) Math.min(wish.visits(), Math.min(limits.pages(), limits.findings()));
    if (most < 2) {
      return plan;
    }
    var prefixes = new HashMap<Scope, List<List<String>>>();
    for (var planned : plan.territories()) {
      if (planned.territory().place() instanceof Place.Host) {
        var scope = planned.territory().scope();
        prefixes.put(
            scope,
            wish.paths().isEmpty()
                ? earlier.directories(scope).parts(most, LEAST_PAGES)
                : wish.paths().stream().limit(most - 1L).map(List::of).toList());
      }
    }
    return plan.partitioned(scope -> prefixes.getOrDefault(scope, List.of()));
  }

  /// {@return the stored plan of a site in this round; empty if there is none}
  ///
  /// @param site the site
  /// @param log all events of the site in this round
  /// @throws IOException if the store cannot be read
  public Optional<Plan> kept(StoredSite site, List<Event> log) throws IOException {
    var robots = store.robots(site.number());
    if (robots.isEmpty()) {
      return Optional.empty();
    }
    var plan = Plan.of(site.terms().origin(), robots.get(), reach);
    for (var event : log) {
      if (event instanceof Event.Planned(var territories, _)) {
        return Optional.of(plan.with(territories));
      }
    }
    return Optional.of(plan);
  }
}
