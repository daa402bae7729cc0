package dev.sojourn.sandbox;

import dev.sojourn.sandbox.confine.SeccompPolicy;
import dev.sojourn.sandbox.launch.Namespaces;
import java.io.IOException;

/// The confinement that a machine must offer before an agent may run on it.
public enum Confinement {
  /// No demand: workers are confined as far as the machine can, which may be not at all. For agents
  /// of one's own.
  OFFERED,
  /// The system calls of workers are filtered; workers have namespaces of their own if the machine
  /// offers them.
  FILTERED,
  /// Their system calls are filtered, and they have namespaces of their own with an empty root.
  ISOLATED;

  /// Fails on a machine that cannot meet this demand.
  ///
  /// @param namespaces that there are
  /// @throws IOException if the machine cannot
  public void require(Namespaces namespaces) throws IOException {
    requireFilter();
    if (this == ISOLATED && !namespaces.missing().isEmpty()) {
      throw new IOException("workers cannot be isolated on this machine: " + namespaces.missing());
    }
  }

  /// Fails on a machine that has no filter for system calls, if this demands one.
  ///
  /// @throws IOException if the machine has none
  public void requireFilter() throws IOException {
    if (this != OFFERED && !SeccompPolicy.isSupported()) {
      throw new IOException(
          "system calls cannot be filtered on this machine (expected: Linux on x86-64 or aarch64)");
    }
  }
}
