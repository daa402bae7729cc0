package dev.sojourn.atp.parcel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The outcome of unpacking a parcel.
public sealed interface ParcelReading {

  /// The lines of an undamaged parcel. Every line was checked. The lines are not kept in memory, so
  /// each reading unpacks them again.
  final class Lines implements ParcelReading {
    private final Parcel parcel;
    private final ParcelLimits limits;

    Lines(Parcel parcel, ParcelLimits limits) {
      this.parcel = parcel;
      this.limits = limits;
    }

    /// Reads the lines in order, one after the other.
    ///
    /// @param reader takes each line
    /// @param <E> the exception that the reader may throw
    /// @throws E if the reader throws it; the remaining lines are not read
    public <E extends Exception> void each(LineReader<E> reader) throws E {
      try (var lines = new LineStream(parcel, limits)) {
        for (var line = next(lines); line.isPresent(); line = next(lines)) {
          reader.line(line.get());
        }
      }
    }

    private static Optional<ParcelLine> next(LineStream lines) {
      try {
        return lines.next();
      } catch (DamagedParcelException e) {
        throw new IllegalStateException("the lines were checked, and cannot be read", e);
      }
    }

    /// {@return all lines in memory; use it only for parcels that this program made}
    public List<ParcelLine> toList() {
      var all = new ArrayList<ParcelLine>();
      each(all::add);
      return List.copyOf(all);
    }
  }

  /// The parcel contradicts its head.
  ///
  /// @param sentence why
  record Damaged(String sentence) implements ParcelReading {}
}
