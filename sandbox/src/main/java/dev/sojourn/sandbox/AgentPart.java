package dev.sojourn.sandbox;

import dev.sojourn.agent.Scope;

/// An agent that came home from its territory, and is given to another of its kind.
///
/// @param territory the pages that it was sent for
/// @param state its encoded state; opaque, not copied, and must not be changed
public record AgentPart(Scope territory, byte[] state) {
  /// The most parts of one order.
  public static final int MOST = 256;

  /// The most bytes of the states in one order together, unless it has one part only: 16 MiB.
  public static final int MOST_BYTES = 16 << 20;
}
