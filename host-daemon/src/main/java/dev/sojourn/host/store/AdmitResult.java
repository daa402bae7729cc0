package dev.sojourn.host.store;

/// The answer of the store to an agent that arrives.
public enum AdmitResult {
  /// It is on disk.
  KEPT,
  /// The same transfer came before, and the agent is or was on disk.
  REPEATED,
  /// The dispatch id or the nonce was used for another passport.
  REUSED,
  /// The transfer may have come before and been forgotten, since the clock of this host was ahead.
  UNCERTAIN,
  /// The code did not come along, and is not here.
  CODE_MISSING,
  /// A visit of an agent of that id is under way.
  AGENT_HERE,
  /// As many visits wait and run as may.
  CROWDED,
  /// The day's limit of its signer is spent.
  DAY_SPENT,
  /// The agents of its signer take as much of the disk as they may.
  SIGNER_STORAGE_SPENT,
  /// All agents together take as much of the disk as they may.
  STORAGE_SPENT
}
