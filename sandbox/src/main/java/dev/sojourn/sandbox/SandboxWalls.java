package dev.sojourn.sandbox;

import java.util.List;

/// The walls around an agent on this machine, in the order in which an agent meets them.
///
/// @param walls one entry for each wall
public record SandboxWalls(List<Wall> walls) {

  /// Copies the list.
  public SandboxWalls {
    walls = List.copyOf(walls);
  }

  /// The state of a wall.
  public enum State {
    /// The whole wall is in force.
    IN_FORCE,
    /// A part of the wall is missing; the detail names it.
    PARTIAL,
    /// No part of the wall is in force.
    ABSENT
  }

  /// One wall.
  ///
  /// @param name `admission`, `metering`, `loader`, `process` or `pipe`
  /// @param state whether the wall is in force here
  /// @param detail one sentence with the effect and the missing parts
  public record Wall(String name, State state, String detail) {}
}
