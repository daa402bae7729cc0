package dev.sojourn.sandbox.session;

import dev.sojourn.sandbox.WallName;
import dev.sojourn.sandbox.launch.Namespaces;

/// The cause of death of a worker that this program did not kill.
///
/// A worker under an attacker's control can pretend any of these causes, but gains little. After a
/// death from outside, its visit moves to another worker, at most a few times.
///
/// @param by the wall that ended the worker
/// @param reason one clause, for owners and operators
/// @param isFromOutside whether no visit of the worker caused it
public record WorkerDeath(WallName by, String reason, boolean isFromOutside) {
  // The exit code of a JVM that crashed without a core dump. Its message is lost, since a confined
  // worker has no output.
  private static final int CRASHED = 1;
  // The exit code of a JVM that ran out of memory, with the option to exit then.
  private static final int OUT_OF_MEMORY = 3;
  private static final int OWN_FAULT = 70;
  private static final int FORBIDDEN_CALL = 128 + 31;

  /// {@return the cause of death for a process that should have ended but still exists}
  public static WorkerDeath lost() {
    return new WorkerDeath(WallName.PROCESS, "the worker process was lost", false);
  }

  /// {@return the cause of death of a process}
  ///
  /// @param status the exit code of its command line
  /// @param output the output of that command line
  /// @param namespaces the namespaces in which it ran
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
