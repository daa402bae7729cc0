package dev.sojourn.crawl.visits;

import dev.sojourn.crawl.core.Ending;
import dev.sojourn.visit.VisitOutcome;

/// Converts the end of a visit for the state machine of its site. A lost worker counts as a failed
/// visit, since the crawl does not depend on how an agent was run.
public final class MadeEnding {
  private MadeEnding() {}

  /// {@return the end of a visit}
  ///
  /// @param outcome of the visit
  public static Ending.Made of(VisitOutcome outcome) {
    return switch (outcome) {
      case VisitOutcome.Finished _, VisitOutcome.Along _ -> new Ending.Finished(outcome.next());
      case VisitOutcome.Parked _ -> new Ending.Parked();
      case VisitOutcome.Stopped stopped ->
          new Ending.Stopped(stopped.limit().orElse(""), stopped.reason());
      case VisitOutcome.Recalled recalled -> new Ending.Recalled(recalled.reason());
      case VisitOutcome.Denied denied -> new Ending.Denied(denied.reason());
      case VisitOutcome.WorkerLost lost -> new Ending.Failed(lost.reason());
      case VisitOutcome.Failed failed -> new Ending.Failed(failed.reason());
    };
  }
}
