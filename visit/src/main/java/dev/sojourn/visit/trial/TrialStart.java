package dev.sojourn.visit.trial;

import dev.sojourn.agent.VisitCause;
import dev.sojourn.sandbox.MessageReply;
import dev.sojourn.visit.VisitTally;
import java.util.List;
import java.util.Optional;

/// The agent of a trial at the start of its visit.
///
/// @param state the state of the agent; empty for a new agent
/// @param cause the cause of the visit
/// @param spent the usage of its earlier visits, which counts against its limits
/// @param seen the pages at its earlier visit, for comparison with the current pages; empty if
///   there was none
/// @param messages the messages to the agent, which wait for its first checkpoint; at most
///   [MessageReply#MAX_CHARS] characters each. If there are more than the sandbox lets wait, the
///   last messages are refused.
public record TrialStart(
    Optional<byte[]> state,
    VisitCause cause,
    VisitTally spent,
    Optional<FolderSnapshot> seen,
    List<String> messages) {
  /// Copies the list.
  public TrialStart {
    messages = List.copyOf(messages);
  }

  /// {@return the start of an agent with a state, or without one, and with a full budget}
  ///
  /// @param state the state of the agent
  public static TrialStart of(Optional<byte[]> state) {
    return new TrialStart(
        state, new VisitCause.Start(), VisitTally.NONE, Optional.empty(), List.of());
  }

  /// {@return this start with messages that wait for the agent}
  ///
  /// @param others the messages, in order
  public TrialStart withMessages(List<String> others) {
    return new TrialStart(state, cause, spent, seen, others);
  }
}
