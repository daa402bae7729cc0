package dev.sojourn.sandbox.parameter;

/// Thrown if parameters are unfit: the code has an invalid declaration, or a value does not fit its
/// type. It has no stack trace, since the fault is not in this program.
public final class UnfitParameterException extends Exception {
  private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param message names the parameter, the fault, and what is expected
  public UnfitParameterException(String message) {
    super(message, null, false, false);
  }
}
