package dev.sojourn.sandbox;

import dev.sojourn.sandbox.confine.SeccompPolicy;
import dev.sojourn.sandbox.launch.Namespaces;
import java.io.IOException;

/// The confinement that a machine must offer before an agent may run on it.
public enum Confinement {
  /// No demand: workers are confined as far as the machine allows, perhaps not at all. For the
  /// operator's own agents.
  OFFERED,
  /// The system calls of workers are filtered. Workers have their own namespaces if the machine
  /// offers them.
  FILTERED,
  /// The system calls of workers are filtered. Workers have their own namespaces with an empty
  /// root.
  ISOLATED;

  /// Throws if the machine does not meet this demand.
  ///
  /// @param namespaces the available namespaces
  /// @throws IOException if the machine does not meet this demand
  public void require(Namespaces namespaces) throws IOException {
    requireFilter();
    if (this == ISOLATED && !namespaces.missing().isEmpty()) {
      throw new IOException("workers cannot be isolated on this machine: " + namespaces.missing());
    }
  }

  /// Throws if this demands a filter for system calls and the machine has none.
  ///
  /// @throws IOException if the machine has no filter
  public void requireFilter() throws IOException {
    if (this != OFFERED && !SeccompPolicy.isSupported()) {
      throw new IOException(
          "system calls cannot be filtered on this machine (expected: Linux on x86-64 or aarch64)");
    }
  }
}
