package dev.sojourn.sandbox.start;

import dev.sojourn.sandbox.SandboxWalls;
import dev.sojourn.sandbox.confine.ResourceLimits;
import dev.sojourn.sandbox.confine.SeccompPolicy;
import java.io.IOException;

/// The wall around a process, which the process raises itself.
public final class ProcessWall {
  private ProcessWall() {}

  /// Confines this process. If that fails, the other side gets the reason and decides.
  ///
  /// @param policy the prepared policy
  /// @param limits the limits of memory and threads
  /// @return the wall
  public static SandboxWalls.Wall raise(SeccompPolicy policy, ResourceLimits limits) {
    try {
      policy.raise(limits);
      return new SandboxWalls.Wall(
          "process",
          SandboxWalls.State.IN_FORCE,
          "its system calls are filtered: no files, sockets, programs or executable memory");
    } catch (IOException e) {
      return new SandboxWalls.Wall(
          "process",
          SandboxWalls.State.ABSENT,
          "its system calls are not filtered: " + e.getMessage());
    }
  }
}
