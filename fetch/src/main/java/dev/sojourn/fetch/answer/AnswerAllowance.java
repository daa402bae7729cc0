package dev.sojourn.fetch.answer;

import java.io.IOException;

/// The limit of what a server may send for an answer.
public interface AnswerAllowance {
  /// Counts an interim answer (RFC 9110, 15.2).
  void addInterim();

  /// Checks that more may be read.
  ///
  /// @throws IOException if nothing more may be read; its message is a clause for people
  void check() throws IOException;
}
