package dev.sojourn.crawl.core;

import java.util.List;

/// All that is needed to begin a visit.
///
/// @param agentId letters and digits
/// @param territory where
/// @param place at a host or at home
/// @param hop how many visits the agent made before
/// @param starts the start URLs, normalised
/// @param basis the agent id of the visit whose last state it begins with; empty for a new agent
/// @param allowance its limits
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

  /// {@return the same with other start URLs}
  ///
  /// @param others normalised
  public VisitTask withStarts(List<String> others) {
    return new VisitTask(agentId, territory, place, hop, others, basis, allowance);
  }
}
