package dev.sojourn.fetch.sitemap;

import java.io.IOException;

/// A sitemap that cannot be read. Without a stack trace, since a web server can cause it at will.
public final class SitemapException extends IOException {
  private static final long serialVersionUID = 1;

  private final boolean isBreak;

  SitemapException(String clause) {
    this(clause, false);
  }

  /// @param isBreak whether the file breaks off here and is valid up to here
  SitemapException(String clause, boolean isBreak) {
    super(clause);
    this.isBreak = isBreak;
  }

  boolean isBreak() {
    return isBreak;
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
