package dev.sojourn.atp.parcel;

import java.util.List;

/// What came of unpacking a parcel.
public sealed interface ParcelReading {

  /// The parcel is whole.
  ///
  /// @param lines in order
  record Lines(List<ParcelLine> lines) implements ParcelReading {
    /// Copies the list.
    public Lines {
      lines = List.copyOf(lines);
    }
  }

  /// The parcel is not what it says.
  ///
  /// @param sentence why
  record Damaged(String sentence) implements ParcelReading {}
}
