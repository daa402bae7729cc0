package dev.sojourn.host.release;

/// The state of what a visit found, towards its owner.
public enum ReleaseState {
  /// It waits for the operator.
  WITHHELD,
  /// It may leave: the operator released it, or this host withholds nothing.
  RELEASED,
  /// The operator dropped it, and it never leaves.
  DROPPED
}
