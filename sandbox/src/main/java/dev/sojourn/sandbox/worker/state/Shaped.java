package dev.sojourn.sandbox.worker.state;

/// A serializer of a class that a state names by its shape. So the values of other code are read by
/// the names of its members.
sealed interface Shaped
    permits ObjectSerializer, RecordSerializer, EnumSerializer, ArraySerializer {
  /// {@return the class as it is here}
  ClassShape shape();

  /// Gets ready to read what a class of another shape wrote.
  ///
  /// @param was the shape in the state
  /// @throws StateException if a member does not fit
  void readAs(ClassShape was);

  /// Reads again as the class is here.
  void readAsHere();
}
