package dev.sojourn.visit;

import dev.sojourn.atp.parcel.ParcelLine;
import java.util.List;

/// The progress of a visit at a checkpoint.
///
/// @param state the agent's state, opaque; not copied
/// @param lines what the agent said since the last checkpoint, in order
/// @param tally what the visit has spent in all, with what it had spent before it was resumed
public record VisitProgress(byte[] state, List<ParcelLine> lines, VisitTally tally) {
  /// Copies the list.
  public VisitProgress {
    lines = List.copyOf(lines);
  }
}
