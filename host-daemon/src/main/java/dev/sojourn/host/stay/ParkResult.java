package dev.sojourn.host.stay;

/// The answer of the store to an agent that parks.
public enum ParkResult {
  /// It is parked.
  PARKED,
  /// Its visit is over, or not here any more.
  GONE,
  /// As many agents of its signer are parked as may be.
  SIGNER_FULL,
  /// As many agents are parked as may be.
  FULL,
  /// Its scope takes more room than one may.
  SCOPE_TOO_LONG
}
