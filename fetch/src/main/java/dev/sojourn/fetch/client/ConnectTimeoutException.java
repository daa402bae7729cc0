package dev.sojourn.fetch.client;

import java.net.ConnectException;

/// A connection took too long to make. Without a stack trace: a server can cause it.
public final class ConnectTimeoutException extends ConnectException {
  private static final long serialVersionUID = 1;

  ConnectTimeoutException() {
    super("no connection in time");
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
