package dev.sojourn.visit.combine;

import dev.sojourn.atp.parcel.ParcelLine;
import java.io.IOException;
import java.util.List;

/// The journal of a combination. Called on one thread at a time. A method that returns has kept its
/// arguments for good and together, and a method that throws has kept nothing: so a combination
/// goes on after a crash, and neither loses nor repeats a finding.
@FunctionalInterface
public interface CombinationJournal {

  /// Keeps a step.
  ///
  /// @param progress after it
  /// @param lines the findings and log lines since the step before, in order
  /// @throws IOException if it cannot be kept
  void keep(CombinationProgress progress, List<ParcelLine> lines) throws IOException;
}
