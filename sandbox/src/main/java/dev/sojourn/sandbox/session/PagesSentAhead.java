package dev.sojourn.sandbox.session;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.PageRequest;
import dev.sojourn.sandbox.VisitServices;
import dev.sojourn.sandbox.pipe.ToWorker;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The pages that were sent to a worker before its agent asked for them. Only the visit's thread
/// may use it.
///
/// A page that is sent ahead is not yet allowed. When the agent asks for it, the services answer as
/// always. If they answer with the same page, it is not sent again.
final class PagesSentAhead {
  /// One page that the worker parses now, and the next one.
  static final int MAX_PAGES = 2;

  static final int MAX_BYTES = 256 << 10;

  /// The most bytes of bodies that no answer has counted: of waiting pages, and of pages with
  /// another answer.
  static final int MAX_UNCOUNTED_BYTES = MAX_PAGES * MAX_BYTES;

  /// The most bytes of a body in a message.
  private static final int MAX_BODY_BYTES = 16 << 20;

  private final int visit;
  private final Map<PageUrl, PageReply.Content> sent = new HashMap<>();
  private long bytesInVain;
  private boolean wantsOnlyChanges;

  /// @param visit the number of the visit on the pipe
  PagesSentAhead(int visit) {
    this.visit = visit;
  }

  /// {@return a message with one more page, if there is a page that the worker may have}
  Optional<ToWorker> next(VisitServices services, LimitCheck limits) throws InterruptedException {
    long waiting = sent.values().stream().mapToLong(page -> page.body().length).sum();
    long bytes = waiting + bytesInVain;
    long most = Math.min(MAX_BYTES, MAX_UNCOUNTED_BYTES - bytes);
    long room = Math.min(most, limits.roomAhead(sent.size(), bytes));
    if (wantsOnlyChanges || sent.size() == MAX_PAGES || room == 0) {
      return Optional.empty();
    }
    var page = services.ahead((int) room);
    page.ifPresent(content -> sent.put(content.url(), content));
    return page.map(content -> new ToWorker.PageAhead(visit, content));
  }

  /// {@return the message that answers a request for a page} It replaces the copy that was sent
  /// ahead.
  ToWorker answer(PageRequest asked, PageReply reply) {
    // Only the worker knows which of the next pages it wants only after a change.
    wantsOnlyChanges |= asked.known().isPresent();
    if (reply instanceof PageReply.Content page && !page.url().equals(asked.url())) {
      // After a redirect, the worker drops the copy of the target page that was sent ahead.
      var _ = isAsSent(page.url(), reply);
    }
    return isAsSent(asked.url(), reply)
        ? new ToWorker.AsAhead(visit)
        : new ToWorker.Page(visit, fitting(reply));
  }

  private static PageReply fitting(PageReply reply) {
    return reply instanceof PageReply.Content page && page.body().length > MAX_BODY_BYTES
        ? new PageReply.Missing(page.status(), "larger than " + MAX_BODY_BYTES + " bytes")
        : reply;
  }

  /// Whether the answer is the page that was sent ahead. If not, its bytes count, since a worker
  /// under an attacker's control has read them.
  private boolean isAsSent(PageUrl url, PageReply reply) {
    var early = sent.remove(url);
    if (early == null) {
      return false;
    }
    // Equal records have the same array, so the octets of the body need no comparison.
    boolean isSame = reply.equals(early);
    bytesInVain += isSame ? 0 : early.body().length;
    return isSame;
  }
}
