package dev.sojourn.sandbox.worker.meter;

/// Thrown into an agent that must stop. An error, so that ordinary handlers of exceptions let it
/// pass; one that is swallowed comes again at the next call.
public final class StopException extends Error {
  private static final long serialVersionUID = 1L;

  private final String limit;

  /// Creates it.
  ///
  /// @param limit name of the limit that ran out
  /// @param reason one sentence
  public StopException(String limit, String reason) {
    super(reason, null, false, true); // Its frames show where a limit ran out.
    this.limit = limit;
  }

  /// {@return the name of the limit that ran out}
  public String limit() {
    return limit;
  }
}
