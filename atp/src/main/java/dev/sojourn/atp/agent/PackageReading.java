package dev.sojourn.atp.agent;

import dev.sojourn.atp.Problem;

/// The outcome of reading the bytes of a package.
public sealed interface PackageReading {

  /// The bytes are a package. Its content is not verified.
  ///
  /// @param agentPackage its parts
  record Read(AgentPackage agentPackage) implements PackageReading {}

  /// The bytes are no package.
  ///
  /// @param part where reading stopped
  /// @param sentence the fault there
  record Garbled(PackagePart part, String sentence) implements PackageReading {

    /// {@return the refusal to send}
    public Problem problem() {
      return new Problem(PackageFault.GARBLED.code(), PackageFault.GARBLED.status(), sentence);
    }
  }
}
