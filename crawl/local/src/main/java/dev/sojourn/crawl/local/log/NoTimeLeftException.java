package dev.sojourn.crawl.local.log;

import java.io.IOException;

/// The deadline for writing a file of the crawl passed. Without a stack trace, since this is an
/// expected event.
public final class NoTimeLeftException extends IOException {
  private static final long serialVersionUID = 1;

  /// Creates the exception.
  public NoTimeLeftException() {
    super("A file of the crawl could not be written in time.");
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
