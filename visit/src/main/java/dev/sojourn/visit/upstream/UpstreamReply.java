package dev.sojourn.visit.upstream;

import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.visit.content.HttpAnswer;

/// The outcome of one exchange with a web server.
sealed interface UpstreamReply {

  /// An answer.
  ///
  /// @param http the answer, with a body without codings
  record Answer(HttpAnswer http) implements UpstreamReply {}

  /// There is no readable answer.
  ///
  /// @param clause the reason, a clause
  record Failed(String clause, PageOutcome outcome) implements UpstreamReply {}
}
