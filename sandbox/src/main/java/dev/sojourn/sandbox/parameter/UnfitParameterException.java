package dev.sojourn.sandbox.parameter;

/// The reason why parameters cannot be taken: a declaration in the code that is none, or a value
/// that does not fit. Carries no stack trace, since the fault is not here.
public final class UnfitParameterException extends Exception {
  private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param message names the parameter, what was found, and what is expected
  public UnfitParameterException(String message) {
    super(message, null, false, false);
  }
}
