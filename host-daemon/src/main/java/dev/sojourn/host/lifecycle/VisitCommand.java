package dev.sojourn.host.lifecycle;

import dev.sojourn.host.store.SignedStatus;
import java.util.Optional;

/// A command of the life cycle: work outside of it, whose outcome comes back as a [VisitEvent].
public sealed interface VisitCommand {

  /// Say when the earlier visit of the same name has left.
  record AwaitEarlier() implements VisitCommand {}

  /// Take a place, or wait for one.
  record Enter() implements VisitCommand {}

  /// Make the agent ready and run it.
  ///
  /// @param isAtHand whether the agent that came is still in memory
  record Run(boolean isAtHand) implements VisitCommand {}

  /// Stop the agent.
  record Stop() implements VisitCommand {}

  /// Put the end on disk.
  ///
  /// @param conclusion the end
  record KeepEnd(PendingEnd conclusion) implements VisitCommand {}

  /// Wait a while.
  record Rest() implements VisitCommand {}

  /// Give the place back, notify those who wait for the visit, and forget it.
  ///
  /// @param kept the end, which goes to the log; empty if none was kept
  record Leave(Optional<SignedStatus> kept) implements VisitCommand {}
}
