package dev.sojourn.host.stay;

/// The store's decision about an agent that wants to park.
public enum ParkResult {
  /// The agent is parked.
  PARKED,
  /// Its visit is over, or no longer exists.
  GONE,
  /// Its signer has reached the limit of parked agents.
  SIGNER_FULL,
  /// The host has reached the limit of parked agents.
  FULL,
  /// Its scope exceeds the size limit.
  SCOPE_TOO_LONG
}
