package dev.sojourn.host.doctor;

import dev.sojourn.base.text.CodePoints;
import dev.sojourn.sandbox.WallName;
import dev.sojourn.visit.VisitOutcome;
import java.util.List;

/// The end of an attack.
///
/// @param outcome the outcome in a word: `killed` if the worker ended with the attack
/// @param wall the wall that ended the attack; empty if no wall did
/// @param noted the reason, or the log of an agent that finished
record AttackEnd(String outcome, String wall, String noted) {

  /// @param said the lines that the agent logged
  static AttackEnd of(VisitOutcome outcome, List<String> said) {
    var wall = outcome.wall().map(WallName::word).orElse("");
    var noted = outcome.reason();
    return switch (outcome) {
      case VisitOutcome.Finished _, VisitOutcome.Along _, VisitOutcome.Parked _ ->
          new AttackEnd("finished", wall, String.join("\n", said));
      case VisitOutcome.Denied _ -> new AttackEnd("denied", wall, noted);
      case VisitOutcome.Stopped stopped ->
          new AttackEnd("stopped", wall, stopped.limit().orElse("stop") + ": " + noted);
      case VisitOutcome.WorkerLost _ -> new AttackEnd("killed", wall, noted);
      case VisitOutcome.Failed _, VisitOutcome.Recalled _ -> new AttackEnd("failed", wall, noted);
    };
  }

  /// The end in one line, for a report.
  String line() {
    var text = noted.lines().findFirst().orElse("");
    return outcome
        + (wall.isEmpty() ? "" : " by " + wall)
        + (text.isEmpty() ? "" : ": " + CodePoints.first(text, 200));
  }
}
