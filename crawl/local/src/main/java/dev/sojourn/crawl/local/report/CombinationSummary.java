package dev.sojourn.crawl.local.report;

import java.util.List;
import java.util.Optional;

/// The summary of the combination of a crawl's agents.
///
/// @param state how far it has come
/// @param agents how many were taken in
/// @param findings how many findings it gave
/// @param missing the agents that are not part of it
/// @param reason why it is waiting or failed, one sentence; else empty
public record CombinationSummary(
    CombinationState state, int agents, long findings, List<MissingAgent> missing, String reason) {
  /// An agent that does not combine.
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

  /// {@return a combination that was not made yet}
  ///
  /// @param reason one sentence
  public static CombinationSummary waiting(String reason) {
    return new CombinationSummary(CombinationState.WAITING, 0, 0, List.of(), reason);
  }

  /// {@return the agent that all others were combined into, if that was done: an agent of before
  /// reports what may not hold any more}
  ///
  /// @param last the agent of the last combination, of this or an earlier run
  public Optional<String> of(Optional<String> last) {
    return state.isMade() ? last : Optional.empty();
  }

  /// {@return whether no agent is missing from it, as far as it was made}
  public boolean countsAsWhole() {
    return missing.isEmpty() && state != CombinationState.FAILED;
  }
}
