package dev.sojourn.fetch.directory;

import org.apache.hc.core5.http.ParseException;

/// An answer that is not read to its end, since it breaks a rule of [HttpsConnection]. The message
/// is the sentence for the log.
final class FaultyAnswerException extends ParseException {
  private static final long serialVersionUID = 1L;

  FaultyAnswerException(String sentence) {
    super(sentence);
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
