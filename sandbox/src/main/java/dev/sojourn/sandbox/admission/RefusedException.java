package dev.sojourn.sandbox.admission;

import dev.sojourn.sandbox.pipe.CodePlace;

/// Why an agent is not let in. Carries no stack trace, since the fault is not here.
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient CodePlace where;

  /// Creates the exception, for a fault of the whole.
  ///
  /// @param message one sentence that names the rule and what is allowed instead
  public RefusedException(String message) {
    this(message, CodePlace.UNKNOWN);
  }

  /// Creates the exception.
  ///
  /// @param message one sentence that names the place, the rule, and what is allowed instead
  /// @param where the same place
  public RefusedException(String message, CodePlace where) {
    super(message);
    this.where = where;
  }

  /// {@return the place in the agent's code that is refused}
  public CodePlace where() {
    return where;
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
