package dev.sojourn.crawl.local.combine;

import dev.sojourn.agent.Scope;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.core.SiteState;
import dev.sojourn.crawl.core.TerritoryState;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The last visit to a territory. The state of its agent covers all visits there.
///
/// @param agentId of the visit
/// @param territory the scope of the visit
/// @param host of its agent; empty for a visit at home
public record LastVisit(String agentId, Scope territory, Optional<String> host) {

  /// {@return the last visits of all territories that were visited, in their order}
  ///
  /// @param sites of a crawl
  public static List<LastVisit> all(List<SiteState> sites) {
    return sites.stream()
        .flatMap(site -> site.territories().stream())
        .flatMap(LastVisit::of)
        .toList();
  }

  /// {@return whether a visit is the last one of its territory}
  ///
  /// @param site of the visit
  /// @param agentId of the visit
  public static boolean isLast(SiteState site, String agentId) {
    return all(List.of(site)).stream().anyMatch(visit -> visit.agentId().equals(agentId));
  }

  private static Stream<LastVisit> of(TerritoryState territory) {
    return territory.visit().stream()
        .map(
            visit ->
                new LastVisit(
                    visit.agentId(),
                    territory.territory().scope(),
                    visit.place() instanceof Place.Host(var host)
                        ? Optional.of(host)
                        : Optional.empty()));
  }
}
