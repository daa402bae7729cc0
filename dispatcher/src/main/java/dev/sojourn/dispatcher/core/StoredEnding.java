package dev.sojourn.dispatcher.core;

import dev.sojourn.sandbox.pipe.CodePlace;
import dev.sojourn.visit.VisitOutcome;
import java.util.List;
import java.util.Optional;

/// The words for the outcome of a visit in the store of a crawl. They are names of this enum: none
/// may be renamed.
enum StoredEnding {
  /// The agent returned.
  FINISHED,
  /// A limit ended the visit. In the directories of earlier versions also [#RECALLED].
  STOPPED,
  /// The host's operator, or the owner, ended the visit.
  RECALLED,
  /// The agent's code was not admitted.
  DENIED,
  /// The worker of a visit at home was lost, in the directories of earlier versions; now as through
  /// a host [#FAILED].
  KILLED,
  /// The agent threw, or its worker was lost for good.
  FAILED;

  static StoredEnding of(VisitOutcome outcome) {
    return switch (outcome) {
      // A crawl is done with an agent that would stay.
      case VisitOutcome.Finished _, VisitOutcome.Along _, VisitOutcome.Parked _ -> FINISHED;
      case VisitOutcome.Stopped _ -> STOPPED;
      case VisitOutcome.Recalled _ -> RECALLED;
      case VisitOutcome.Denied _ -> DENIED;
      case VisitOutcome.WorkerLost _, VisitOutcome.Failed _ -> FAILED;
    };
  }

  VisitOutcome outcome(String reason, List<String> onward, String limit) {
    return switch (this) {
      case FINISHED -> new VisitOutcome.Finished(onward);
      case STOPPED ->
          new VisitOutcome.Stopped(
              Optional.of(limit).filter(name -> !name.isEmpty()), reason, CodePlace.UNKNOWN);
      case RECALLED -> new VisitOutcome.Recalled(reason);
      case DENIED -> new VisitOutcome.Denied(reason);
      case KILLED, FAILED -> new VisitOutcome.Failed(reason);
    };
  }
}
