package dev.sojourn.visit.trial;

import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.visit.VisitResult;
import java.util.List;

/// The result of a trial.
///
/// @param visit how the visit ended, and its sums
/// @param kept what its owner would get of it: findings, referrals, log lines and page records, in
///   order
public record TrialResult(VisitResult visit, List<ParcelLine> kept) {
  /// Copies the list.
  public TrialResult {
    kept = List.copyOf(kept);
  }
}
