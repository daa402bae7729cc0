package dev.sojourn.sandbox.session;

import dev.sojourn.sandbox.WallName;
import dev.sojourn.sandbox.launch.Namespaces;

/// The cause of death of a worker that this program has not killed.
///
/// A worker that was taken over can pretend any of these, and gains little by it: a death from
/// outside brings its visit to another worker, a few times.
///
/// @param by the wall that ended it
/// @param reason one clause, for owners and operators
/// @param isFromOutside whether none of its visits is to blame
public record WorkerDeath(WallName by, String reason, boolean isFromOutside) {
  // The exit code of a JVM that has crashed and leaves no image of its memory. Its words about that
  // go nowhere: a confined worker has no output.
  private static final int CRASHED = 1;
  // The exit code of a JVM that runs out of memory, with the option to end then.
  private static final int OUT_OF_MEMORY = 3;
  private static final int OWN_FAULT = 70;
  private static final int FORBIDDEN_CALL = 128 + 31;

  /// {@return the cause of death for a process that is still there, although it should be gone}
  public static WorkerDeath lost() {
    return new WorkerDeath(WallName.PROCESS, "the worker process was lost", false);
  }

  /// {@return the cause of death of a process}
  ///
  /// @param status with which its command line ended
  /// @param output the output of that command line
  /// @param namespaces in which it ran
  public static WorkerDeath of(int status, String output, Namespaces namespaces) {
    if (namespaces.isKilled(status, output)) {
      return new WorkerDeath(WallName.PROCESS, "the worker process was killed from outside", true);
    }
    var reason =
        switch (status) {
          case CRASHED -> "the worker's JVM ended with status 1, as after a crash";
          case OUT_OF_MEMORY -> "the worker ran out of memory";
          case OWN_FAULT -> "the worker failed in its own code";
          case FORBIDDEN_CALL -> "the worker made a system call that is forbidden";
          default -> "the worker process ended with status " + status;
        };
    var by = status == OUT_OF_MEMORY ? WallName.METERING : WallName.PROCESS;
    return new WorkerDeath(by, reason, false);
  }
}
