package dev.sojourn.atp.agent;

import dev.sojourn.atp.Problem;

/// The outcome of reading the bytes of a package.
public sealed interface PackageReading {

  /// The bytes are a package. Its content is not verified.
  ///
  /// @param agentPackage its parts
  record Read(AgentPackage agentPackage) implements PackageReading {}

  /// The bytes are not a package.
  ///
  /// @param part the part at which reading stopped
  /// @param sentence the fault of that part
  record Garbled(PackagePart part, String sentence) implements PackageReading {

    /// {@return the refusal to send}
    public Problem problem() {
      return new Problem(PackageFault.GARBLED.code(), PackageFault.GARBLED.status(), sentence);
    }
  }
}
