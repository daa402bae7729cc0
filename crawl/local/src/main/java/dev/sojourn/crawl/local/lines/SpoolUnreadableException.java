package dev.sojourn.crawl.local.lines;

import java.io.IOException;

/// The spool of findings can no longer be read. It is given up then, and the store has all that it
/// had: whoever begins anew reads that.
public final class SpoolUnreadableException extends IOException {
  private static final long serialVersionUID = 1L;

  SpoolUnreadableException(String message) {
    super(message);
  }
}
