package dev.sojourn.base.json;

/// JSON of a peer that is not of the agreed form. Has no stack trace: the fault is not in this
/// program.
public final class JsonException extends Exception {

  private static final long serialVersionUID = 1L;

  /// Names the fault.
  ///
  /// @param message the member and the expectation, as `scope.origin: (expected: text)`
  public JsonException(String message) {
    super(message, null, false, false);
  }
}
