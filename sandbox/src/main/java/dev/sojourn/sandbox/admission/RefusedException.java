package dev.sojourn.sandbox.admission;

/// Why an agent is not let in. Carries no stack trace, since the fault is not here.
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param message one sentence that names the place, the rule, and what is allowed instead
  public RefusedException(String message) {
    super(message);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
