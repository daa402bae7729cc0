package dev.sojourn.fetch.directory;

import dev.sojourn.base.Bytes;
import dev.sojourn.fetch.answer.AnswerHead;

/// The outcome of one HTTPS request.
sealed interface HttpsAnswer {

  /// A complete answer of any status.
  ///
  /// @param head of the answer
  /// @param body without any content coding; empty unless the status is 200
  record Got(AnswerHead head, Bytes body) implements HttpsAnswer {}

  /// No complete answer.
  ///
  /// @param sentence the reason, without a name before it: `its name is not known`
  record Failed(String sentence) implements HttpsAnswer {}
}
