package dev.sojourn.visit.trial;

import dev.sojourn.agent.VisitCause;
import dev.sojourn.sandbox.MessageReply;
import dev.sojourn.visit.VisitTally;
import java.util.List;
import java.util.Optional;

/// The agent of a trial as it comes to its visit.
///
/// @param state of the agent; empty for one that starts out
/// @param cause why the visit is made
/// @param spent the spending of its earlier visits, which its limits hold for as well
/// @param seen the pages at its earlier visit, with which the present ones are compared; empty if
///   changes cannot be found
/// @param messages to the agent, which wait for its first checkpoint; at most
///   [MessageReply#MAX_CHARS] characters each. The last ones find no room if more wait than the
///   sandbox lets wait.
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

  /// {@return an agent that comes with a state, or none, and a fresh budget}
  ///
  /// @param state of the agent
  public static TrialStart of(Optional<byte[]> state) {
    return new TrialStart(
        state, new VisitCause.Start(), VisitTally.NONE, Optional.empty(), List.of());
  }

  /// {@return the same agent, with messages that wait for it}
  ///
  /// @param others in their order
  public TrialStart withMessages(List<String> others) {
    return new TrialStart(state, cause, spent, seen, others);
  }
}
