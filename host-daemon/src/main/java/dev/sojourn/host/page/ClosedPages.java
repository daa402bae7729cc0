package dev.sojourn.host.page;

import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.site.Site;
import dev.sojourn.robots.AgentRules;
import dev.sojourn.robots.RobotsTxt;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Deletes the views of pages that robots.txt has closed since they were made. For use by one
/// thread.
///
/// A page is closed if the file allows it to no crawler: neither to those that it names nor to the
/// others. A page that one crawler may read keeps its view, since the gate of each visit asks for
/// the rules of its own crawler. A file that cannot be read closes nothing: visits get no page
/// meanwhile, and the file may allow the same pages afterwards.
///
/// The rules of a site are read while visits read its pages, since these read the file anyway, and
/// otherwise once an hour if it has views. After a change they are applied twice, since a visit of
/// before may bring one more view.
public final class ClosedPages {
  private static final int IDLE_LOOKS = 60;
  private static final int TIMES = 2;

  /// A crawler that no file names, so the default group applies.
  private static final String UNNAMED = "unnamed-crawler";

  private final PageStore store;
  private final CurrentRules rules;
  private final Map<String, Seen> seen = new HashMap<>();

  /// The last rules of a site.
  ///
  /// @param robots the rules
  /// @param applied how often they were applied
  /// @param finds the number of views that visits had asked for
  /// @param idle the number of looks since then
  private record Seen(RobotsTxt robots, int applied, long finds, int idle) {}

  /// Creates a check that has seen no rules.
  ///
  /// @param store of the views
  /// @param rules the current sites
  public ClosedPages(PageStore store, CurrentRules rules) {
    this.store = store;
    this.rules = rules;
  }

  /// Looks at the sites once. The daemon calls this every minute.
  ///
  /// @throws InterruptedException if the thread is interrupted
  public void look() throws InterruptedException {
    var sites = rules.sites();
    seen.keySet().retainAll(sites.origins());
    for (var origin : sites.origins()) {
      var site = sites.find(origin);
      if (site.isPresent()) {
        look(site.get(), store.finds(origin));
      }
    }
  }

  private void look(Site site, long finds) throws InterruptedException {
    var before = Optional.ofNullable(seen.get(site.origin()));
    boolean isIdle =
        before
            .filter(last -> last.finds() == finds && last.applied() >= TIMES)
            .filter(last -> last.idle() < IDLE_LOOKS)
            .isPresent();
    if (isIdle) {
      var last = before.get();
      seen.put(site.origin(), new Seen(last.robots(), last.applied(), finds, last.idle() + 1));
      return;
    }
    if (!store.hasViews(site.origin())) {
      seen.remove(site.origin());
      return;
    }
    var robots = site.robots().get();
    int applied = before.filter(last -> last.robots().equals(robots)).map(Seen::applied).orElse(0);
    if (applied < TIMES && !robots.isUnread()) {
      var _ = store.forget(site.origin(), isClosed(robots));
    }
    seen.put(site.origin(), new Seen(robots, Math.min(applied + 1, TIMES), finds, 0));
  }

  /// {@return whether the rules allow a path and query to no crawler}
  ///
  /// @param robots the rules of a site
  static Predicate<String> isClosed(RobotsTxt robots) {
    var names = new LinkedHashSet<String>();
    robots.groups().forEach(group -> names.addAll(group.agents()));
    names.removeAll(Set.of("", "*"));
    names.add(UNNAMED);
    // Most pages are open to the unnamed, so these come first.
    List<AgentRules> all = names.reversed().stream().map(robots::agent).toList();
    return path -> all.stream().noneMatch(agent -> agent.allows(path));
  }
}
