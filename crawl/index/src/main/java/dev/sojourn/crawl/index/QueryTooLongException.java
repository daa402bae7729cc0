package dev.sojourn.crawl.index;

import java.io.IOException;

/// A query exceeds the limit for words or parentheses. The message is one sentence that names the
/// limit.
public final class QueryTooLongException extends IOException {
  private static final long serialVersionUID = 1;

  QueryTooLongException(String sentence) {
    super(sentence);
  }
}
