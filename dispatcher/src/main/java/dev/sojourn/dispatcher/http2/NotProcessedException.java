package dev.sojourn.dispatcher.http2;

import java.io.IOException;

/// A request that the server did not process: it refused it, or the connection ended before
/// anything of an answer came. It may be made once more. Its message is a clause for people.
/// Without a stack trace: a server can cause it.
public final class NotProcessedException extends IOException {
  private static final long serialVersionUID = 1;

  NotProcessedException(String clause) {
    super(clause);
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
