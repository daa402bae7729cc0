package dev.sojourn.crawl.local.lines;

import java.io.IOException;

/// The spool of findings can no longer be read. It is given up then, and a reader begins anew with
/// the store, which has all of it.
public final class SpoolUnreadableException extends IOException {
  private static final long serialVersionUID = 1L;

  SpoolUnreadableException(String message) {
    super(message);
  }
}
