package dev.sojourn.crawl.core;

import java.util.List;

/// All data that a visit needs to begin.
///
/// @param agentId letters and digits
/// @param territory to visit
/// @param place at a host or at home
/// @param hop how many visits the agent made before; 0 for a new agent
/// @param starts the start URLs, normalised
/// @param basis the agent id of the visit whose last state it begins with; empty for a new agent
/// @param allowance the limits of the visit
public record VisitTask(
    String agentId,
    CrawlTerritory territory,
    Place place,
    int hop,
    List<String> starts,
    String basis,
    Allowance allowance) {

  /// Copies the list.
  public VisitTask {
    starts = List.copyOf(starts);
  }

  /// {@return the same task with other start URLs}
  ///
  /// @param others normalised
  public VisitTask withStarts(List<String> others) {
    return new VisitTask(agentId, territory, place, hop, others, basis, allowance);
  }
}
