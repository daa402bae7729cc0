package dev.sojourn.host.lifecycle;

import dev.sojourn.host.store.SignedStatus;
import java.util.Optional;

/// A command of the life cycle: work outside it, whose result returns as a [VisitEvent].
public sealed interface VisitCommand {

  /// Report when the earlier visit with the same name has left.
  record AwaitEarlier() implements VisitCommand {}

  /// Take a place, or wait for one.
  record Enter() implements VisitCommand {}

  /// Prepare and run the agent.
  ///
  /// @param isAtHand whether the arrived agent is still in memory
  record Run(boolean isAtHand) implements VisitCommand {}

  /// Stop the agent.
  record Stop() implements VisitCommand {}

  /// Store the end on disk.
  ///
  /// @param conclusion the end
  record KeepEnd(PendingEnd conclusion) implements VisitCommand {}

  /// Pause for a while.
  record Rest() implements VisitCommand {}

  /// Return the place, notify waiting threads, and forget the visit.
  ///
  /// @param kept the end for the log; empty if no end was stored
  record Leave(Optional<SignedStatus> kept) implements VisitCommand {}
}
