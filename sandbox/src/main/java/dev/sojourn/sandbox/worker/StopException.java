package dev.sojourn.sandbox.worker;

/// Thrown into an agent that must stop. An error, so that ordinary handlers of exceptions let it
/// pass; one that is swallowed comes again at the next call.
final class StopException extends Error {
  private static final long serialVersionUID = 1L;

  private final String limit;

  StopException(String limit, String reason) {
    super(reason, null, false, true); // Its own frames tell where a limit ran out.
    this.limit = limit;
  }

  String limit() {
    return limit;
  }
}
