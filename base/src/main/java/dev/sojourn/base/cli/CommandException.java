package dev.sojourn.base.cli;

import java.util.List;
import java.util.stream.Collectors;

/// Ends a command with one sentence for the person at the terminal, and an exit code. It has no
/// stack trace, since it reports a state of the machine or of a peer, not a fault in the program.
/// Its sentences contain no control characters.
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode exitCode;

  /// Creates the exception with one sentence.
  ///
  /// @param exitCode exit code of the process
  /// @param sentence names the problem and the next step
  public CommandException(ExitCode exitCode, String sentence) {
    this(exitCode, List.of(sentence));
  }

  /// Creates the exception with several sentences.
  ///
  /// @param exitCode exit code of the process
  /// @param sentences each on a line
  public CommandException(ExitCode exitCode, List<String> sentences) {
    super(
        sentences.stream()
            .map(TerminalWriter::oneLine)
            .collect(Collectors.joining(System.lineSeparator())),
        null,
        false,
        false);
    this.exitCode = exitCode;
  }

  /// {@return the exit code of the process}
  public ExitCode exitCode() {
    return exitCode;
  }

  /// {@return the sentences, each on a line}
  public String sentence() {
    return String.valueOf(getMessage());
  }
}
