package dev.sojourn.fetch.coding;

import java.io.IOException;

/// A body that does not match its content coding. Without a stack trace: a site can cause it.
public final class BrokenEncodingException extends IOException {
  private static final long serialVersionUID = 1;

  /// Creates an exception.
  ///
  /// @param clause what is wrong
  public BrokenEncodingException(String clause) {
    super(clause);
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
