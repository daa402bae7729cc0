package dev.sojourn.host.lifecycle;

import dev.sojourn.host.store.SignedStatus;
import java.time.Instant;
import java.util.Optional;

/// An event in the life of a visit.
public sealed interface VisitEvent {

  /// The earlier visit of the same name has left.
  record Cleared() implements VisitEvent {}

  /// The visit has got a place.
  ///
  /// @param isAtHand whether the agent that came is still in memory: it is not held by a visit that
  ///   waits
  record Entered(boolean isAtHand) implements VisitEvent {}

  /// The agent runs no more, and this is how its visit ends.
  ///
  /// @param conclusion the end, which is not on disk yet
  record Ended(PendingEnd conclusion) implements VisitEvent {}

  /// On disk the visit is over, or not there at all.
  record FoundOver() implements VisitEvent {}

  /// The disk failed under the visit, which runs no more, or its site is away.
  record DiskFailed() implements VisitEvent {}

  /// The agent was stopped, and runs no more.
  record Stopped() implements VisitEvent {}

  /// The owner or the operator ends the visit for good.
  ///
  /// @param reason one sentence, which is kept
  /// @param at when
  record Killed(String reason, Instant at) implements VisitEvent {}

  /// The daemon closes.
  record Closed() implements VisitEvent {}

  /// The end is on disk.
  ///
  /// @param status of the visit there, parked or over; empty if it is not there any more
  record EndKept(Optional<SignedStatus> status) implements VisitEvent {}

  /// The disk did not take the end.
  record EndLost() implements VisitEvent {}

  /// The pause after a failure of the disk is over.
  record Rested() implements VisitEvent {}
}
