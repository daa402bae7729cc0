package dev.sojourn.host.lifecycle;

import dev.sojourn.host.store.SignedStatus;
import java.util.Optional;

/// The record of a visit in this process: how far its life has come. [VisitMachine] steps from one
/// to the next. It is not kept on disk: there a visit only waits, runs, or is over.
public sealed interface VisitRecord {

  /// An earlier visit of the same name has not left yet.
  record Behind() implements VisitRecord {}

  /// The visit waits for a place.
  record Queued() implements VisitRecord {}

  /// The visit has a place. Its agent is made ready, or runs.
  ///
  /// @param isAtHand whether the agent, as it came, and its terms are still in memory; otherwise
  ///   both are made again from the disk
  record Running(boolean isAtHand) implements VisitRecord {}

  /// The agent is being stopped.
  ///
  /// @param kill that ends the visit for good; empty if it goes on after the next start of the
  ///   daemon
  record Stopping(Optional<VisitEvent.Killed> kill) implements VisitRecord {}

  /// The agent runs no more, and the end of the visit is on its way to the disk.
  ///
  /// @param conclusion the end
  /// @param otherwise the next step if it cannot be kept
  record Ending(PendingEnd conclusion, Otherwise otherwise) implements VisitRecord {}

  /// The disk failed. After a while the visit goes on from its last checkpoint.
  record Resting() implements VisitRecord {}

  /// The visit neither waits nor runs here any more.
  ///
  /// @param kept its end, or that it is parked. Empty if none was kept, so that the visit goes on
  ///   after the next start of the daemon; empty also if it was over before
  record Over(Optional<SignedStatus> kept) implements VisitRecord {}

  /// The way on for a visit whose end the disk did not take.
  sealed interface Otherwise {
    /// It is made again from its last checkpoint.
    record Again() implements Otherwise {}

    /// It ends by this.
    ///
    /// @param kill that came in the meantime
    record Kill(VisitEvent.Killed kill) implements Otherwise {}

    /// It leaves, and is found unfinished at the next start.
    record Leave() implements Otherwise {}
  }
}
