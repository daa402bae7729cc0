package dev.sojourn.crawl.local.report;

import java.util.List;
import java.util.Optional;

/// The summary of the combination of a crawl's agents.
///
/// @param state of the combination
/// @param agents how many agents the combination includes
/// @param findings how many findings the combination produced
/// @param missing the agents that are not included
/// @param reason why it is waiting or failed, one sentence; otherwise empty
public record CombinationSummary(
    CombinationState state, int agents, long findings, List<MissingAgent> missing, String reason) {
  /// The summary for an agent class that does not combine.
  public static final CombinationSummary NONE =
      new CombinationSummary(CombinationState.NONE, 0, 0, List.of(), "");

  /// Copies the list.
  public CombinationSummary {
    missing = List.copyOf(missing);
  }

  /// An agent that is not part of a combination.
  ///
  /// @param site the origin that it visited
  /// @param path the path prefixes of its territory in one line
  /// @param reason one sentence
  public record MissingAgent(String site, String path, String reason) {}

  /// {@return the summary of a combination that was not made yet}
  ///
  /// @param reason one sentence
  public static CombinationSummary waiting(String reason) {
    return new CombinationSummary(CombinationState.WAITING, 0, 0, List.of(), reason);
  }

  /// {@return the agent that contains all others, if this combination was made. An earlier agent
  /// would report outdated findings}
  ///
  /// @param last the agent of the last combination, in this or an earlier run
  public Optional<String> of(Optional<String> last) {
    return state.isMade() ? last : Optional.empty();
  }

  /// {@return whether no agent is missing and the combination did not fail}
  public boolean countsAsWhole() {
    return missing.isEmpty() && state != CombinationState.FAILED;
  }
}
