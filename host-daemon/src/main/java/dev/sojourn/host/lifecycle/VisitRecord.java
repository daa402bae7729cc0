package dev.sojourn.host.lifecycle;

import dev.sojourn.host.store.SignedStatus;
import java.util.Optional;

/// The state of a visit's life cycle in this process. [VisitMachine] computes the next record. It
/// is not stored on disk, where a visit only waits, runs, or is over.
public sealed interface VisitRecord {

  /// An earlier visit with the same name has not left yet.
  record Behind() implements VisitRecord {}

  /// The visit waits for a place.
  record Queued() implements VisitRecord {}

  /// The visit has a place. Its agent is being prepared, or runs.
  ///
  /// @param isAtHand whether the arrived agent and its terms are still in memory; otherwise both
  ///   come from the disk
  record Running(boolean isAtHand) implements VisitRecord {}

  /// The agent is being stopped.
  ///
  /// @param kill the permanent end; empty if the visit continues after the next start of the daemon
  record Stopping(Optional<VisitEvent.Killed> kill) implements VisitRecord {}

  /// The agent no longer runs, and the end of the visit is being stored.
  ///
  /// @param conclusion the end
  /// @param otherwise the next step if the end cannot be stored
  record Ending(PendingEnd conclusion, Otherwise otherwise) implements VisitRecord {}

  /// The disk failed. After a pause, the visit continues from its last checkpoint.
  record Resting() implements VisitRecord {}

  /// The visit no longer waits or runs in this process.
  ///
  /// @param kept the stored end or parked status. Empty if the visit was already over, or continues
  ///   after the next start of the daemon
  record Over(Optional<SignedStatus> kept) implements VisitRecord {}

  /// The next step of a visit whose end the disk did not store.
  sealed interface Otherwise {
    /// The visit is repeated from its last checkpoint.
    record Again() implements Otherwise {}

    /// A kill ends the visit.
    ///
    /// @param kill the kill that arrived in the meantime
    record Kill(VisitEvent.Killed kill) implements Otherwise {}

    /// The visit leaves, and continues after the next start.
    record Leave() implements Otherwise {}
  }
}
