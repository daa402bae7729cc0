package dev.sojourn.host.lifecycle;

import dev.sojourn.agent.VisitCause;
import dev.sojourn.atp.journey.HopLogEntry;
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
    return visit.passport().stateDigest().isPresent() || isFurther(visit)
        ? new VisitCause.Arrival(from(visit))
        : new VisitCause.Start();
  }

  /// Whether the agent has stays behind it that were made under its passport.
  private static boolean isFurther(KeptVisit visit) {
    return visit.agent().hops().size() > visit.passport().hop();
  }

  /// The log was verified when the agent came.
  private static String from(KeptVisit visit) {
    var hops = visit.agent().hops();
    if (hops.isEmpty()) {
      return "";
    }
    try {
      return HopLogEntry.read(hops.getLast()).hostKeyId();
    } catch (JsonException e) {
      throw new IllegalStateException("a hop log in the store is malformed", e);
    }
  }
}
