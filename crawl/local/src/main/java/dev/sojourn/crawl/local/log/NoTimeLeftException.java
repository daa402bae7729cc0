package dev.sojourn.crawl.local.log;

import java.io.IOException;

/// The time in which a file of the crawl was to be written is over. Without a stack trace, since it
/// is no fault.
public final class NoTimeLeftException extends IOException {
  private static final long serialVersionUID = 1;

  /// No time is left.
  public NoTimeLeftException() {
    super("A file of the crawl could not be written in time.");
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
