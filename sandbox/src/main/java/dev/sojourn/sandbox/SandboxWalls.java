package dev.sojourn.sandbox;

import java.util.List;

/// The walls that stand around an agent on this machine, in the order in which an agent meets them.
///
/// @param walls one entry for each wall
public record SandboxWalls(List<Wall> walls) {

  /// Copies the list.
  public SandboxWalls {
    walls = List.copyOf(walls);
  }

  /// The state of a wall.
  public enum State {
    /// All of it is in force.
    IN_FORCE,
    /// A part is missing; the wall's detail names it.
    PARTIAL,
    /// No part is in force.
    ABSENT
  }

  /// One wall.
  ///
  /// @param name `admission`, `metering`, `loader`, `process` or `pipe`
  /// @param state how far it stands here
  /// @param detail one sentence: its effect, and the missing parts
  public record Wall(String name, State state, String detail) {}
}
