package dev.sojourn.crawl.local.log;

import java.io.IOException;

/// The time in which the crawl log was to be written is over.
final class NoTimeLeftException extends IOException {
  private static final long serialVersionUID = 1;

  NoTimeLeftException() {
    super("The crawl log could not be written in time.");
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
