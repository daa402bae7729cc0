package dev.sojourn.fetch.answer;

import java.io.IOException;

/// The limit of all that a server may send for an answer.
public interface AnswerAllowance {
  /// Counts an answer that is not the last one (RFC 9110, 15.2).
  void addInterim();

  /// Asks whether more may be read.
  ///
  /// @throws IOException if nothing more may be read; its message is a clause for people
  void check() throws IOException;
}
