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

  /// The JVM looks for a file now and then and goes on without it.
  SyscallRule NO_SUCH_FILE = new Fail(ENOENT);

  /// It goes through if its arguments pass all checks, and fails with [#EPERM] otherwise.
  record Allow(List<Check> checks) implements SyscallRule {
    public Allow {
      checks = List.copyOf(checks);
    }
  }

  /// It fails with an error number and does nothing.
  record Fail(int error) implements SyscallRule {}

  /// The process ends at once, as by a signal that cannot be caught.
  record Kill() implements SyscallRule {}

  /// It goes through if its arguments pass the checks.
  static SyscallRule only(Check... checks) {
    return new Allow(List.of(checks));
  }

  /// A condition on one argument, counted from 0. All but [Equal] look at the lower 32 bits alone:
  /// the kernel reads no more of these arguments, or the bits in question lie there.
  sealed interface Check {
    int argument();

    /// It is one of these.
    record Among(int argument, List<Integer> values) implements Check {
      public Among {
        values = List.copyOf(values);
      }
    }

    /// All 64 bits are as given.
    record Equal(int argument, long value) implements Check {}

    /// This bit is set.
    record With(int argument, int bit) implements Check {}

    /// This bit is not set.
    record Without(int argument, int bit) implements Check {}

    /// It is the number of the worker's own process.
    record OwnProcess(int argument) implements Check {}
  }
}
