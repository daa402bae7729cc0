package dev.sojourn.fetch.client;

import java.net.SocketTimeoutException;

/// A connection took too long to make. Without a stack trace: a server can cause it. It is no
/// `ConnectException`, since the client replaces each of those with a new one of its own.
public final class ConnectTimeoutException extends SocketTimeoutException {
  private static final long serialVersionUID = 1;

  ConnectTimeoutException() {
    super("no connection in time");
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
