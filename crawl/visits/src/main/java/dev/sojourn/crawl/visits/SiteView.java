package dev.sojourn.crawl.visits;

import dev.sojourn.atp.Trace;
import dev.sojourn.crawl.core.SiteState;
import dev.sojourn.crawl.core.TerritoryState;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.identity.net.Destinations;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/// A site of a crawl, as its workers see it. They read it; only the shell changes what it shows.
/// May be used by any thread.
public interface SiteView {

  /// {@return its number among the sites of the crawl, from 0}
  int number();

  /// {@return the site, as `http://example.org`}
  String origin();

  /// {@return the plan of the site, once there is one}
  Optional<Plan> plan();

  /// {@return the state of the site at this moment}
  SiteState state();

  /// {@return the rules of the site at this moment. Its plan keeps to those that it was made from}
  PresentRules rules();

  /// {@return whether an origin is a site of the crawl}
  Predicate<String> isOfCrawl();

  /// {@return whether the rules that the plan was made from disallow a URL of the site}
  ///
  /// @param url absolute
  boolean disallows(String url);

  /// {@return where the hosts that the site names may be}
  default Destinations destinations() {
    return plan().map(p -> p.robots().destinations()).orElse(Destinations.PUBLIC);
  }

  /// {@return the trace of all that an agent does in its territory, and its predecessors, whose
  /// state travels on with it}
  ///
  /// @param agentId of the visit
  default Trace journey(String agentId) {
    return state().territories().stream()
        .map(TerritoryState::visits)
        .filter(visits -> visits.stream().anyMatch(v -> v.agentId().equals(agentId)))
        .map(visits -> Trace.ofJourney(visits.getFirst().agentId()))
        .findFirst()
        .orElseGet(() -> Trace.ofJourney(agentId));
  }

  /// {@return how long an agent is known to have waited at its host, in this run and those before}
  ///
  /// @param agentId of the visit
  default Duration waited(String agentId) {
    return state().territories().stream()
        .flatMap(t -> t.visits().stream())
        .filter(visit -> visit.agentId().equals(agentId))
        .map(visit -> Duration.ofSeconds(visit.waitedSeconds()))
        .findFirst()
        .orElse(Duration.ZERO);
  }
}
