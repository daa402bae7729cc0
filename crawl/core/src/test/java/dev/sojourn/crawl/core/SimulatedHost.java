package dev.sojourn.crawl.core;

import dev.sojourn.crawl.core.SimulatedWorld.Mind;
import dev.sojourn.crawl.plan.Reach;
import dev.sojourn.crawl.plan.RouteCheck;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.robots.fetch.SiteRules;
import dev.sojourn.visit.RoutePolicy;
import dev.sojourn.visit.RoutePolicy.Unrouted;
import dev.sojourn.visit.VisitGate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Keeps agents, lets them read through the gate of a real host, and gives out parcels. An agent
/// that was sent twice is there once.
final class SimulatedHost {
  final Map<String, Guest> guests = new HashMap<>();
  private final AtpAddress address;
  boolean isDead;
  boolean refuses;

  /// Whether it takes agents in and never begins their visits.
  boolean stalls;

  /// As the host itself has read them.
  SiteRules rules = SimulatedWorld.RULES;

  SimulatedHost(String url) {
    this.address = AtpAddress.parse(url).orElseThrow();
  }

  static final class Guest {
    final VisitTask task;
    private Allowance allowance;
    private final VisitGate gate;
    Mind mind;
    final List<SimulatedWorld.Stretch> parcels = new ArrayList<>();

    /// Empty while the visit goes on.
    Optional<Ending.Made> outcome = Optional.empty();

    /// With those that were not there.
    private int asked;

    int pages;

    private Guest(VisitTask task, Mind mind, VisitGate gate) {
      this.task = task;
      this.allowance = task.allowance();
      this.gate = gate;
      this.mind = mind.given(task.starts());
    }

    /// A visit at home: the whole territory, whatever the routes.
    static Guest atHome(VisitTask task, Mind mind, Supplier<SiteRules> rules) {
      var gate =
          new VisitGate(
              task.territory().scope(),
              SimulatedWorld.PRODUCT_TOKEN,
              () -> rules.get().robots(),
              new RoutePolicy.OverHttp());
      return new Guest(task, mind, gate);
    }

    /// One checkpoint further.
    void advance(SimulatedWorld world, int stretch) {
      if (outcome.isPresent()) {
        return;
      }
      int left = (int) allowance.pages() - asked;
      if (left <= 0) {
        outcome = Optional.of(task.allowance().stopped("pages").orElseThrow());
        return;
      }
      var read = world.read(mind, gate, Math.min(left, stretch));
      mind = read.after();
      asked += read.asked();
      pages += read.fetched().size();
      parcels.add(read);
      if (read.isOver()) {
        outcome = Optional.of(new Ending.Finished(List.of()));
      }
    }

    /// A visit at home that a limit stopped goes on when the limit was raised.
    void goOnWith(Allowance now) {
      if (outcome.isPresent()
          && outcome.get() instanceof Ending.Stopped
          && now.pages() > allowance.pages()) {
        outcome = Optional.empty();
      }
      allowance = now;
    }

    Tally tally() {
      return new Tally(pages, pages * 100L, pages * 20L, pages);
    }
  }

  void take(VisitTask task, Mind mind) {
    var scope =
        new RouteCheck(new Reach(true), SimulatedWorld.PRODUCT_TOKEN)
            .allowedScope(task, rules.robots());
    var gate =
        new VisitGate(
            scope,
            SimulatedWorld.PRODUCT_TOKEN,
            () -> rules.robots(),
            new RoutePolicy.AtHost(Set.of(address), Unrouted.REFUSE));
    guests.computeIfAbsent(task.agentId(), _ -> new Guest(task, mind, gate));
  }
}
