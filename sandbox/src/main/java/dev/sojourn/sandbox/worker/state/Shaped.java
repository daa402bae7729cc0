package dev.sojourn.sandbox.worker.state;

/// A serializer of a class that a state names by its shape. It reads values that other code wrote,
/// by the names of the members.
sealed interface Shaped
    permits ObjectSerializer, RecordSerializer, EnumSerializer, ArraySerializer {
  /// {@return the shape of the class in this code}
  ClassShape shape();

  /// Prepares to read values that a class of another shape wrote.
  ///
  /// @param was the shape in the state
  /// @throws StateException if a member does not fit
  void readAs(ClassShape was);

  /// Prepares to read values of this class's own shape again.
  void readAsHere();
}
