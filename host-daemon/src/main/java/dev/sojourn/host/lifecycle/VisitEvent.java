package dev.sojourn.host.lifecycle;

import dev.sojourn.host.store.SignedStatus;
import java.time.Instant;
import java.util.Optional;

/// An event in the life of a visit.
public sealed interface VisitEvent {

  /// The earlier visit with the same name has left.
  record Cleared() implements VisitEvent {}

  /// The visit has a place.
  ///
  /// @param isAtHand whether the arrived agent is still in memory; a waiting visit does not keep it
  record Entered(boolean isAtHand) implements VisitEvent {}

  /// The agent no longer runs, and its visit has this end.
  ///
  /// @param conclusion the end, which is not on disk yet
  record Ended(PendingEnd conclusion) implements VisitEvent {}

  /// The visit is over on disk, or does not exist there.
  record FoundOver() implements VisitEvent {}

  /// The disk failed or the site is unavailable, and the visit no longer runs.
  record DiskFailed() implements VisitEvent {}

  /// The agent was stopped.
  record Stopped() implements VisitEvent {}

  /// The owner or the operator ends the visit permanently.
  ///
  /// @param reason one sentence, which is stored
  /// @param at time of the kill
  record Killed(String reason, Instant at) implements VisitEvent {}

  /// The daemon is closing.
  record Closed() implements VisitEvent {}

  /// The end is on disk.
  ///
  /// @param status the status on disk, parked or over; empty if the visit no longer exists
  record EndKept(Optional<SignedStatus> status) implements VisitEvent {}

  /// The disk did not store the end.
  record EndLost() implements VisitEvent {}

  /// The pause after a failure of the disk is over.
  record Rested() implements VisitEvent {}
}
