package dev.sojourn.fetch.client;

/// The versions of HTTP that this client speaks.
public enum HttpVersion {
  /// One exchange at a time on each connection.
  HTTP_1_1("HTTP/1.1"),
  /// Several exchanges at a time on one connection; over TLS only.
  HTTP_2("HTTP/2");

  private final String shown;

  HttpVersion(String shown) {
    this.shown = shown;
  }

  /// {@return the usual name}
  public String shown() {
    return shown;
  }
}
