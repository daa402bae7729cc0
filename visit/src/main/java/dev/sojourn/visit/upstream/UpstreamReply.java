package dev.sojourn.visit.upstream;

import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.visit.content.HttpAnswer;

/// The outcome of one exchange with a web server.
sealed interface UpstreamReply {

  /// An answer.
  ///
  /// @param http the answer, its body without codings
  record Answer(HttpAnswer http) implements UpstreamReply {}

  /// No answer that can be read.
  ///
  /// @param clause why
  record Failed(String clause, PageOutcome outcome) implements UpstreamReply {}
}
