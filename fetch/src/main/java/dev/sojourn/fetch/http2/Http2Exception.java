package dev.sojourn.fetch.http2;

import java.io.IOException;

/// A server broke a rule of HTTP/2. Its message is a clause for people. Without a stack trace: a
/// server can cause it.
public final class Http2Exception extends IOException {
  private static final long serialVersionUID = 1;

  private final Http2ErrorCode code;

  Http2Exception(Http2ErrorCode code, String clause) {
    super(clause);
    this.code = code;
  }

  Http2ErrorCode code() {
    return code;
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
