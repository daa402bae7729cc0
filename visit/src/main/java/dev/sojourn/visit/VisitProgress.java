package dev.sojourn.visit;

import dev.sojourn.atp.parcel.ParcelLine;
import java.util.List;

/// The progress of a visit at a checkpoint.
///
/// @param state the agent's state, opaque; the array is not copied
/// @param lines the agent's lines since the last checkpoint, in order
/// @param tally the total usage of the visit, including the time before it was resumed
public record VisitProgress(byte[] state, List<ParcelLine> lines, VisitTally tally) {
  /// Copies the list.
  public VisitProgress {
    lines = List.copyOf(lines);
  }
}
