package dev.sojourn.visit.combine;

import dev.sojourn.atp.parcel.ParcelLine;
import java.io.IOException;
import java.util.List;

/// The journal of a combination. Called by one thread at a time. A method that returns has stored
/// its arguments permanently and together, and a method that throws has stored nothing. A
/// combination can therefore continue after a crash without losing or repeating findings.
@FunctionalInterface
public interface CombinationJournal {

  /// Stores a step.
  ///
  /// @param progress the progress after the step
  /// @param lines the findings and log lines since the previous step, in order
  /// @throws IOException if the step cannot be stored
  void keep(CombinationProgress progress, List<ParcelLine> lines) throws IOException;
}
