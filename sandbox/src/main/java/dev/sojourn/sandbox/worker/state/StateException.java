package dev.sojourn.sandbox.worker.state;

/// State that cannot be written or read. Carries no stack trace, since the fault is not here.
public final class StateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param message one sentence
  public StateException(String message) {
    super(message);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
