package dev.sojourn.sandbox.session;

import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.pipe.ToWorker;

/// The message that brings a reply of the services into the worker.
final class ReplyMessage {
  private static final int MAX_BODY_BYTES = 16 << 20;

  private ReplyMessage() {}

  /// {@return the message for a page that was asked for}
  ///
  /// @param visit its number on the pipe
  static ToWorker of(int visit, PageReply reply) {
    return switch (reply) {
      case PageReply.Content(var own, var status, var headers, var body) ->
          body.length > MAX_BODY_BYTES
              ? new ToWorker.Missing(visit, status, "larger than " + MAX_BODY_BYTES + " bytes")
              : new ToWorker.Content(visit, own.toString(), status, headers, body);
      case PageReply.Unchanged _ -> new ToWorker.Unchanged(visit);
      case PageReply.Refused(var reason) -> new ToWorker.Refused(visit, reason);
      case PageReply.Missing(var status, var reason) -> new ToWorker.Missing(visit, status, reason);
    };
  }
}
