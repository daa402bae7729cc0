package dev.sojourn.visit;

import dev.sojourn.atp.parcel.ParcelLine;
import java.util.List;

/// The progress of a visit at a checkpoint.
///
/// @param state the agent's state, opaque; not copied
/// @param lines the agent's lines since the last checkpoint, in order
/// @param tally the spending of the visit in all, with that before it was resumed
public record VisitProgress(byte[] state, List<ParcelLine> lines, VisitTally tally) {
  /// Copies the list.
  public VisitProgress {
    lines = List.copyOf(lines);
  }
}
