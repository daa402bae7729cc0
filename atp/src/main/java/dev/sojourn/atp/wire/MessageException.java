package dev.sojourn.atp.wire;

import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;

/// A message that cannot be read. It has no stack trace, since the fault is the peer's.
public final class MessageException extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  /// Creates the exception.
  ///
  /// @param problem the problem to send to the peer
  public MessageException(Problem problem) {
    super(problem.detail(), null, false, false);
    this.problem = problem;
  }

  static MessageException malformed(String code, String sentence) {
    return new MessageException(new Problem(code, AtpStatus.BAD_REQUEST, sentence));
  }

  /// {@return the problem to send to the peer}
  public Problem problem() {
    return problem;
  }
}
