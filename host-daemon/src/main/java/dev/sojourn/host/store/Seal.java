package dev.sojourn.host.store;

import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.visit.VisitTally;
import java.util.Optional;

/// Makes what this host says about a visit that is over. Called by the thread that writes, with
/// what is about to be kept; must not use the store.
@FunctionalInterface
public interface Seal {

  /// {@return the signed statement, an envelope}
  ///
  /// @param ended what it is about
  Bytes statement(Ended ended);

  /// A visit that is over, as far as it came here.
  ///
  /// @param status a final one
  /// @param tally what the visit spent
  /// @param findings the chain over all its parcels
  /// @param state digest of its last state; empty where there is none
  record Ended(VisitStatus status, VisitTally tally, Digest findings, Optional<Digest> state) {}
}
