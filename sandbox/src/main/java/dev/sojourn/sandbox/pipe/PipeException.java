package dev.sojourn.sandbox.pipe;

import java.io.IOException;

/// Thrown if the other side broke the pipe's rules. It has no stack trace, since the fault is not
/// in this program.
public final class PipeException extends IOException {
  private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param message describes the fault
  public PipeException(String message) {
    super(message);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
