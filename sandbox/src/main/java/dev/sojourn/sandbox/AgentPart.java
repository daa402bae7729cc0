package dev.sojourn.sandbox;

import dev.sojourn.agent.Scope;

/// An agent that returned from its territory, as an argument for another agent of its class.
///
/// @param territory the pages that the agent had to visit
/// @param state the encoded state of the agent; not copied, and must not be changed
public record AgentPart(Scope territory, byte[] state) {
  /// The most parts of one order.
  public static final int MOST = 256;

  /// The most bytes of all states in one order, unless it has only one part: 16 MiB.
  public static final int MOST_BYTES = 16 << 20;
}
