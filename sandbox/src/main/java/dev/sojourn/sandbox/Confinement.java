package dev.sojourn.sandbox;

/// What a machine must be able to do before an agent may run on it.
public enum Confinement {
  /// Nothing: workers are confined as far as the machine can, which may be not at all. For agents
  /// of one's own.
  OFFERED,
  /// The system calls of workers are filtered; they have namespaces of their own where the machine
  /// has them.
  FILTERED,
  /// Their system calls are filtered, and they have namespaces of their own with an empty root.
  ISOLATED
}
