package dev.sojourn.host.lifecycle;

import dev.sojourn.agent.VisitCause;
import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.host.stay.StayStore;
import dev.sojourn.host.store.KeptVisit;
import java.util.Optional;

/// The causes of visits, read off the disk: why the agent of a visit is called now.
final class VisitCauses {
  private VisitCauses() {}

  /// A visit that ran already goes on; one that waits begins, or wakes where it was parked before.
  ///
  /// @param awake its stay, where it was parked before
  static VisitCause of(KeptVisit visit, Optional<StayStore.Awake> awake) {
    if (visit.status().state() == VisitState.RUNNING) {
      return new VisitCause.Resumption();
    }
    if (awake.isPresent()) {
      return new VisitCause.Wake(awake.get().by());
    }
    return visit.passport().stateDigest().isPresent()
        ? new VisitCause.Arrival(from(visit))
        : new VisitCause.Start();
  }

  /// The log was verified when the agent came.
  private static String from(KeptVisit visit) {
    var hops = visit.agent().hops();
    if (hops.isEmpty()) {
      return "";
    }
    try {
      return HopStatement.read(hops.getLast().payload()).hostKeyId();
    } catch (JsonException e) {
      throw new IllegalStateException("a hop log in the store is malformed", e);
    }
  }
}
