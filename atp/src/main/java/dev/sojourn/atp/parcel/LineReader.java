package dev.sojourn.atp.parcel;

/// Receives the lines of a parcel, one after the other.
///
/// @param <E> the exception that the reader may throw
@FunctionalInterface
public interface LineReader<E extends Exception> {

  /// Receives the next line.
  ///
  /// @param line the line of the agent
  /// @throws E if the reader cannot use the line; the reading then ends
  void line(ParcelLine line) throws E;
}
