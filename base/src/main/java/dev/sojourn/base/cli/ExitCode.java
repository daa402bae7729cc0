package dev.sojourn.base.cli;

/// The exit codes of the program.
public enum ExitCode {
  /// All that was asked for was done.
  DONE(0),
  /// It failed for a reason that no other code names: a file, a port, a fault of ours.
  FAILED(1),
  /// The command line or the configuration is wrong; nothing was begun.
  USAGE(2),
  /// A host or a site does not allow it.
  REFUSED(3),
  /// A host or a site did not answer.
  UNREACHABLE(4),
  /// A key, a signature or a passport is wrong or not trusted.
  IDENTITY(5),
  /// Some of it was done; the results so far are kept.
  PARTIAL(6);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  /// {@return the number that the process ends with, 0 to 6}
  public int code() {
    return code;
  }
}
