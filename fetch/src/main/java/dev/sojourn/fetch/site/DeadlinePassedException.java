package dev.sojourn.fetch.site;

import java.io.IOException;

/// The exchange took longer than its limit. Without a stack trace: a site can cause it.
final class DeadlinePassedException extends IOException {
  private static final long serialVersionUID = 1;

  DeadlinePassedException() {
    super("the exchange took too long");
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
