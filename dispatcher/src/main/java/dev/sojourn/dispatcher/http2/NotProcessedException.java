package dev.sojourn.dispatcher.http2;

import java.io.IOException;

/// A request that the server did not process: it refused it, or the connection ended before
/// anything of an answer came. It may be made once more. Its message is a clause for people.
/// Without a stack trace: a server can cause it.
public final class NotProcessedException extends IOException {
  private static final long serialVersionUID = 1;

  private final boolean wasSent;

  NotProcessedException(String clause) {
    this(clause, true);
  }

  private NotProcessedException(String clause, boolean wasSent) {
    super(clause);
    this.wasSent = wasSent;
  }

  /// {@return for a request that came too late for its connection}
  static NotProcessedException unsent() {
    return new NotProcessedException("it takes no more requests on its connections", false);
  }

  /// {@return whether the server may have seen the request}
  public boolean wasSent() {
    return wasSent;
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
