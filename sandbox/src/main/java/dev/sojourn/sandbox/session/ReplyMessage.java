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
      case PageReply.Content content ->
          content.body().length > MAX_BODY_BYTES
              ? new ToWorker.Missing(
                  visit, content.status(), "larger than " + MAX_BODY_BYTES + " bytes")
              : content(visit, content);
      case PageReply.Unchanged _ -> new ToWorker.Unchanged(visit);
      case PageReply.Refused(var reason) -> new ToWorker.Refused(visit, reason);
      case PageReply.Missing(var status, var reason) -> new ToWorker.Missing(visit, status, reason);
    };
  }

  /// {@return a page as the worker gets it}
  ///
  /// @param visit its number on the pipe
  static ToWorker.Content content(int visit, PageReply.Content page) {
    return new ToWorker.Content(
        visit, page.url().toString(), page.status(), page.headers(), page.body());
  }
}
