package dev.sojourn.visit;

import dev.sojourn.atp.parcel.ParcelLine;
import java.util.List;
import java.util.Optional;

/// The result of a visit.
///
/// @param outcome how it ended
/// @param state the agent's last state, opaque; only of one that finished. Not copied
/// @param lastLines the agent's lines and page records since the last checkpoint, in order. Unless
///   it finished, these are only its log lines and the records of its pages: findings and referrals
///   after the last checkpoint never leave, since the state that goes with them is lost
/// @param tally the spending of the visit in all
public record VisitResult(
    VisitOutcome outcome, Optional<byte[]> state, List<ParcelLine> lastLines, VisitTally tally) {
  /// Copies the list.
  public VisitResult {
    lastLines = List.copyOf(lastLines);
  }
}
