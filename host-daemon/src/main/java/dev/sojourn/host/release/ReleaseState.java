package dev.sojourn.host.release;

/// Whether the results of a visit may leave for its owner.
public enum ReleaseState {
  /// The results wait for the operator.
  WITHHELD,
  /// The results may leave: the operator released them, or this host holds nothing back.
  RELEASED,
  /// The operator dropped the results, which never leave.
  DROPPED
}
