package dev.sojourn.atp.parcel;

/// Takes the lines of a parcel, one after the other.
///
/// @param <E> the exception that taking a line may throw
@FunctionalInterface
public interface LineReader<E extends Exception> {

  /// Takes the next line.
  ///
  /// @param line the line of the agent
  /// @throws E if the line cannot be taken; ends the reading
  void line(ParcelLine line) throws E;
}
