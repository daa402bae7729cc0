package dev.sojourn.sandbox.pipe;

import java.io.IOException;

/// The other side broke the pipe's rules. Carries no stack trace, since the fault is not here.
public final class PipeException extends IOException {
  private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param message the fault
  public PipeException(String message) {
    super(message);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
