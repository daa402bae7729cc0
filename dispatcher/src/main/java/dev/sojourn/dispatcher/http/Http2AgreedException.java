package dev.sojourn.dispatcher.http;

import dev.sojourn.dispatcher.http2.Http2Connection;
import java.io.IOException;

/// A connection that was made for HTTP/1.1 speaks HTTP/2, since its server chose so. It ends the
/// exchange of the client that made it, and carries the connection on. Without a stack trace: a
/// server can cause it.
final class Http2AgreedException extends IOException {
  private static final long serialVersionUID = 1;

  private final transient Http2Connection.Agreed connection;

  Http2AgreedException(Http2Connection.Agreed connection) {
    super("the server chose HTTP/2");
    this.connection = connection;
  }

  Http2Connection.Agreed connection() {
    return connection;
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
