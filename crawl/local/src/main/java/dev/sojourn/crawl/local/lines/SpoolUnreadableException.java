package dev.sojourn.crawl.local.lines;

import java.io.IOException;

/// The spool of findings can no longer be read and was dropped. The reader starts again with the
/// store, which has all findings.
public final class SpoolUnreadableException extends IOException {
  private static final long serialVersionUID = 1L;

  SpoolUnreadableException(String message) {
    super(message);
  }
}
