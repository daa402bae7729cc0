package dev.sojourn.host.lifecycle;

import dev.sojourn.host.quota.SignerUse;
import dev.sojourn.host.stay.Parking;
import dev.sojourn.host.store.EndStatementSigner;
import dev.sojourn.host.store.VisitEnding;

/// The end of a visit on its way to the disk, or of its time awake.
public sealed interface PendingEnd {
  /// The visit came to its own end in the sandbox.
  ///
  /// @param ending the end
  /// @param endSigner makes the statement about it
  /// @param use the spending of its signer since the last checkpoint
  record Own(VisitEnding ending, EndStatementSigner endSigner, SignerUse use)
      implements PendingEnd {}

  /// The agent wants to stay. Its state and findings are on disk already.
  ///
  /// @param parking its wish
  record Parked(Parking parking) implements PendingEnd {}

  /// The host decided the end: the state of the last checkpoint holds.
  ///
  /// @param ending the end
  record Decided(VisitEnding ending) implements PendingEnd {}
}
