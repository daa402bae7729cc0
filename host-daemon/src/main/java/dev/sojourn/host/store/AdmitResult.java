package dev.sojourn.host.store;

/// The store's decision about an arriving agent.
public enum AdmitResult {
  /// The agent is on disk.
  KEPT,
  /// The same transfer arrived before, and its agent is or was on disk.
  REPEATED,
  /// The dispatch id or the nonce was used for another passport.
  REUSED,
  /// The transfer may have arrived before and been deleted while the clock of this host was ahead.
  UNCERTAIN,
  /// The code is missing in both the package and the store.
  CODE_MISSING,
  /// An agent with the same id has an unfinished visit.
  AGENT_HERE,
  /// The limit of unfinished visits is reached.
  CROWDED,
  /// The daily limit of its signer is spent.
  DAY_SPENT,
  /// The agents of its signer have reached their storage limit.
  SIGNER_STORAGE_SPENT,
  /// All agents together have reached the storage limit.
  STORAGE_SPENT
}
