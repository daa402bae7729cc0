package dev.sojourn.visit.sitemap;

import java.io.IOException;

/// A sitemap that cannot be read. Without a stack trace, since a web server can cause it at will.
public final class SitemapException extends IOException {
  private static final long serialVersionUID = 1;

  SitemapException(String clause) {
    super(clause);
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
