package dev.sojourn.sandbox.worker.meter;

/// Thrown in the code of an agent that must stop. It is an error, so ordinary handlers of
/// exceptions do not catch it. If the agent catches it, the next call throws it again.
public final class StopException extends Error {
  private static final long serialVersionUID = 1L;

  private final String limit;

  /// Creates the exception.
  ///
  /// @param limit name of the limit that ran out
  /// @param reason one sentence
  public StopException(String limit, String reason) {
    super(reason, null, false, true); // The frames show where a limit ran out.
    this.limit = limit;
  }

  /// {@return the name of the limit that ran out}
  public String limit() {
    return limit;
  }
}
