package dev.sojourn.crawl.index;

import java.io.IOException;

/// The index cannot be used: it is missing or damaged, has another version, or is being written by
/// another process. The message is one sentence that names the directory and the next step.
public final class IndexUnusableException extends IOException {
  private static final long serialVersionUID = 1;

  IndexUnusableException(String sentence) {
    super(sentence);
  }

  IndexUnusableException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
