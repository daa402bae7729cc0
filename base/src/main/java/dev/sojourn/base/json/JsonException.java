package dev.sojourn.base.json;

/// JSON that does not have the agreed form. It has no stack trace, since the fault is not in this
/// program.
public final class JsonException extends Exception {

  private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param message the member and the expectation, such as `scope.origin: (expected: text)`
  public JsonException(String message) {
    super(message, null, false, false);
  }
}
