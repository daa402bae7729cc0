package dev.sojourn.base.cli;

/// The exit codes of the program.
public enum ExitCode {
  /// Everything that was requested was done.
  DONE(0),
  /// It failed for a reason without its own code: a file, a port, a fault of this program.
  FAILED(1),
  /// The command line or the configuration is wrong; nothing was started.
  USAGE(2),
  /// A host or a site does not allow it.
  REFUSED(3),
  /// A host or a site did not answer.
  UNREACHABLE(4),
  /// A key, a signature or a passport is wrong or not trusted.
  IDENTITY(5),
  /// A part was done; the results so far are kept.
  PARTIAL(6);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  /// {@return the exit code of the process, 0 to 6}
  public int code() {
    return code;
  }
}
