package dev.sojourn.base.cli;

/// Ends a command with one sentence for the person at the terminal, and an exit code. It has no
/// stack trace: it reports a state of the machine or of a peer, not a fault in the program.
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode exitCode;

  /// Creates the end of a command.
  ///
  /// @param exitCode exit code of the process
  /// @param sentence names the thing that is wrong and the next step
  public CommandException(ExitCode exitCode, String sentence) {
    super(sentence, null, false, false);
    this.exitCode = exitCode;
  }

  /// {@return the exit code of the process}
  public ExitCode exitCode() {
    return exitCode;
  }

  /// {@return the sentence}
  public String sentence() {
    return String.valueOf(getMessage());
  }
}
