package dev.sojourn.host.lifecycle;

import dev.sojourn.host.quota.SignerUse;
import dev.sojourn.host.stay.Parking;
import dev.sojourn.host.store.EndStatementSigner;
import dev.sojourn.host.store.VisitEnding;

/// The end of a visit, or of its awake period, before it is on disk.
public sealed interface PendingEnd {
  /// The visit ended on its own in the sandbox.
  ///
  /// @param ending the end
  /// @param endSigner makes the statement about it
  /// @param use the spending of its signer since the last checkpoint
  record Own(VisitEnding ending, EndStatementSigner endSigner, SignerUse use)
      implements PendingEnd {}

  /// The agent wants to stay. Its state and findings are already on disk.
  ///
  /// @param parking the terms of its stay
  record Parked(Parking parking) implements PendingEnd {}

  /// The host decided the end, and the state of the last checkpoint applies.
  ///
  /// @param ending the end
  record Decided(VisitEnding ending) implements PendingEnd {}
}
