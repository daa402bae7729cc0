package dev.sojourn.host.doctor;

import dev.sojourn.base.text.CodePoints;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.pipe.WallName;
import dev.sojourn.visit.VisitResult;
import java.util.List;

/// The end of an attack.
///
/// @param outcome in a word, as `agent try` has it
/// @param wall that ended it; empty where none did
/// @param told the reason; of an agent that finished, what it logged
record AttackEnd(String outcome, String wall, String told) {

  /// @param said what the agent logged
  static AttackEnd of(VisitResult result, List<String> said) {
    var wall = result.end().wall().map(WallName::word).orElse("");
    return switch (result.end()) {
      case VisitEnd.Finished _ -> new AttackEnd("finished", wall, String.join("\n", said));
      case VisitEnd.Denied denied -> new AttackEnd("denied", wall, denied.reason());
      case VisitEnd.Stopped stopped ->
          new AttackEnd("stopped", wall, stopped.limit() + ": " + stopped.reason());
      case VisitEnd.Killed killed -> new AttackEnd("killed", wall, killed.reason());
      case VisitEnd.Failed failed -> new AttackEnd("failed", wall, failed.reason());
    };
  }

  /// One line for a report.
  String line() {
    var text = told.lines().findFirst().orElse("");
    return outcome
        + (wall.isEmpty() ? "" : " by " + wall)
        + (text.isEmpty() ? "" : ": " + CodePoints.first(text, 200));
  }
}
