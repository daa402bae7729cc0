package dev.sojourn.dispatcher.http;

import java.io.IOException;

/// A body that is not of the content coding it names. Without a stack trace: a site can cause it.
final class BrokenEncodingException extends IOException {
  private static final long serialVersionUID = 1;

  BrokenEncodingException(String clause) {
    super(clause);
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
