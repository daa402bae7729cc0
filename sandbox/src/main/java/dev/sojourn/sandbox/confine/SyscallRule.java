package dev.sojourn.sandbox.confine;

import java.util.List;

/// The rule for a system call.
sealed interface SyscallRule {
  /// Operation not permitted.
  int EPERM = 1;

  /// No such file or directory.
  int ENOENT = 2;

  /// Function not implemented.
  int ENOSYS = 38;

  SyscallRule ALLOWED = new Allow(List.of());
  SyscallRule KILLED = new Kill();
  SyscallRule REFUSED = new Fail(EPERM);

  /// For calls that search a file; the JVM sometimes makes them and continues without the file.
  SyscallRule NO_SUCH_FILE = new Fail(ENOENT);

  /// The call is allowed if its arguments pass all checks; otherwise it fails with [#EPERM].
  record Allow(List<Check> checks) implements SyscallRule {
    public Allow {
      checks = List.copyOf(checks);
    }
  }

  /// The call fails with an error number and has no effect.
  record Fail(int error) implements SyscallRule {}

  /// The process ends immediately, as by a signal that cannot be caught.
  record Kill() implements SyscallRule {}

  /// Returns a rule that allows a call if its arguments pass the checks.
  static SyscallRule only(Check... checks) {
    return new Allow(List.of(checks));
  }

  /// A condition on one argument; the first has index 0. All checks except [Equal] read only the
  /// lower 32 bits: the kernel reads no more of these arguments, or the relevant bits are there.
  sealed interface Check {
    int argument();

    /// The argument is one of these values.
    record Among(int argument, List<Integer> values) implements Check {
      public Among {
        values = List.copyOf(values);
      }
    }

    /// All 64 bits of the argument equal the value.
    record Equal(int argument, long value) implements Check {}

    /// This bit of the argument is set.
    record With(int argument, int bit) implements Check {}

    /// This bit of the argument is not set.
    record Without(int argument, int bit) implements Check {}

    /// The argument is the number of the worker's own process.
    record OwnProcess(int argument) implements Check {}
  }
}
