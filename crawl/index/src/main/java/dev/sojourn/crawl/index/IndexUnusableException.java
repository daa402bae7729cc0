package dev.sojourn.crawl.index;

import java.io.IOException;

/// There is no index that can be used: none at all, a damaged one, one of another version, or one
/// that another process is writing. The message is one sentence that names the directory and the
/// next step.
public final class IndexUnusableException extends IOException {
  private static final long serialVersionUID = 1;

  IndexUnusableException(String sentence) {
    super(sentence);
  }

  IndexUnusableException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
