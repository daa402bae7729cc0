package dev.sojourn.visit;

import dev.sojourn.atp.parcel.ParcelLine;
import java.util.List;
import java.util.Optional;

/// The result of a visit.
///
/// @param outcome how it ended
/// @param state the agent's last state, opaque; only if it finished. Not copied
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

  /// {@return the result of a visit that did not finish}
  ///
  /// @param since all lines since the last checkpoint
  /// @param tally the spending in all
  /// @param findings how many findings a checkpoint kept
  static VisitResult unfinished(
      VisitOutcome outcome, List<ParcelLine> since, VisitTally tally, long findings) {
    return new VisitResult(
        outcome,
        Optional.empty(),
        since.stream().filter(VisitResult::isOfAnyEnd).toList(),
        new VisitTally(
            tally.time(),
            tally.pages(),
            tally.pageBytes(),
            tally.gzipBytes(),
            findings,
            tally.spending()));
  }

  /// Findings and referrals belong to a state that is lost. Requests were made and stay made.
  private static boolean isOfAnyEnd(ParcelLine line) {
    return switch (line) {
      case ParcelLine.Log _, ParcelLine.Page _ -> true;
      case ParcelLine.Finding _,
          ParcelLine.Referral _,
          ParcelLine.Dropped _,
          ParcelLine.Counted _ ->
          false;
    };
  }
}
