package dev.sojourn.crawl.visits;

import dev.sojourn.atp.Trace;
import dev.sojourn.crawl.core.SiteState;
import dev.sojourn.crawl.core.TerritoryState;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.identity.net.Destinations;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/// A site of a crawl, as its workers see it. Only the shell changes the data. May be used by any
/// thread.
public interface SiteView {

  /// {@return its number among the sites of the crawl, from 0}
  int number();

  /// {@return the site, such as `http://example.org`}
  String origin();

  /// {@return the plan of the site; empty before it is made}
  Optional<Plan> plan();

  /// {@return the present state of the site}
  SiteState state();

  /// {@return the current rules of the site. Its plan still uses the rules that it was made from}
  PresentRules rules();

  /// {@return whether an origin belongs to the crawl}
  Predicate<String> isOfCrawl();

  /// {@return whether the rules that the plan was made from disallow a URL of the site}
  ///
  /// @param url absolute
  boolean disallows(String url);

  /// {@return the addresses that hosts of the site may have}
  default Destinations destinations() {
    return plan().map(p -> p.robots().destinations()).orElse(Destinations.PUBLIC);
  }

  /// {@return the trace of an agent's whole journey in its territory, including its predecessors,
  /// whose state it continues}
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

  /// {@return how long an agent is known to have waited at its host, in all runs}
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
