package dev.sojourn.host.visit;

import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.VisitSpending;
import java.util.List;

/// How a visit ended.
///
/// @param end as the sandbox tells it; [VisitEnd.Finished] brings the last state
/// @param lastLines what the agent said since the last checkpoint, in order. Unless it finished,
///   these are only its log lines: findings and referrals after the last checkpoint never leave,
///   since the state that goes with them is lost
/// @param tally what the visit has spent in all
/// @param spending what its worker said that it took, of all workers that it was in
public record VisitResult(
    VisitEnd end, List<ParcelLine> lastLines, VisitTally tally, VisitSpending spending) {
  /// Copies the list.
  public VisitResult {
    lastLines = List.copyOf(lastLines);
  }
}
