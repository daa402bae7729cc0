package dev.sojourn.dispatcher.http2;

import java.io.IOException;

/// A request that the server did not process: it refused it, or the connection ended before
/// anything of an answer came. It may be made once more. Its message is a clause for people.
/// Without a stack trace: a server can cause it.
public final class NotProcessedException extends IOException {
  private static final long serialVersionUID = 1;

  private final boolean isCertain;

  NotProcessedException(String clause) {
    this(clause, false);
  }

  private NotProcessedException(String clause, boolean isCertain) {
    super(clause);
    this.isCertain = isCertain;
  }

  /// {@return for a request that came too late for its connection, sent or not}
  static NotProcessedException late() {
    return new NotProcessedException("it takes no more requests on its connections", true);
  }

  /// {@return for a request that the server refused}
  static NotProcessedException refused() {
    return new NotProcessedException("it refuses the request", true);
  }

  /// {@return whether the request was not sent, or the server said that it did not process it}
  public boolean isCertain() {
    return isCertain;
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
