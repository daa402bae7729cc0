package dev.sojourn.visit;

import dev.sojourn.atp.parcel.ParcelLine;
import java.util.List;
import java.util.Optional;

/// The result of a visit.
///
/// @param outcome the outcome
/// @param state the agent's last state, opaque; only if it finished. The array is not copied
/// @param lastLines the agent's lines and page records since the last checkpoint, in order. If the
///   agent did not finish, only its log lines and page records: findings and referrals are dropped
///   together with the lost state
/// @param tally the total usage of the visit
public record VisitResult(
    VisitOutcome outcome, Optional<byte[]> state, List<ParcelLine> lastLines, VisitTally tally) {
  /// Copies the list.
  public VisitResult {
    lastLines = List.copyOf(lastLines);
  }

  /// {@return the result of a visit that did not finish}
  ///
  /// @param since the lines since the last checkpoint
  /// @param tally the total usage
  /// @param findings the number of findings stored by checkpoints
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

  /// Whether a line is kept at every end. Findings and referrals belong to a lost state; requests
  /// for pages were made in any case.
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
