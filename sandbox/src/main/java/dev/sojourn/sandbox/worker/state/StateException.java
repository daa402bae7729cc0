package dev.sojourn.sandbox.worker.state;

/// State that cannot be written or read. Carries no stack trace, since the fault is not here.
public final class StateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean isTooLarge;

  /// Creates the exception.
  ///
  /// @param message one sentence
  public StateException(String message) {
    this(message, false);
  }

  private StateException(String message, boolean isTooLarge) {
    super(message);
    this.isTooLarge = isTooLarge;
  }

  /// {@return what is thrown for a state that is larger than the visit's limit}
  ///
  /// @param maxBytes the limit
  static StateException tooLarge(int maxBytes) {
    return new StateException("stateBytes: more than " + maxBytes, true);
  }

  /// {@return whether the state is larger than the visit's limit; never told by an agent's word}
  public boolean isTooLarge() {
    return isTooLarge;
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
