package dev.sojourn.sandbox.session;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.PageRequest;
import dev.sojourn.sandbox.VisitServices;
import dev.sojourn.sandbox.pipe.ToWorker;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The pages that a worker was sent and that its agent has not asked for yet. Used by the visit's
/// thread alone.
///
/// Sending a page ahead is no decision about it. When the agent asks for it, the services answer as
/// always. Only if they answer with the very page that was sent, it is not sent again.
final class PagesSentAhead {
  /// One page that the worker parses, and one for it to go on with while the next is on its way.
  static final int MAX_PAGES = 2;

  static final int MAX_BYTES = 256 << 10;

  /// The most bytes of bodies that a worker may have without an answer that counted them: pages
  /// that wait, and pages whose answer differed.
  static final int MAX_UNCOUNTED_BYTES = MAX_PAGES * MAX_BYTES;

  /// The most bytes of a body for which a message has room.
  private static final int MAX_BODY_BYTES = 16 << 20;

  private final int visit;
  private final Map<PageUrl, PageReply.Content> sent = new HashMap<>();
  private long bytesInVain;
  private boolean wantsOnlyChanges;

  /// @param visit its number on the pipe
  PagesSentAhead(int visit) {
    this.visit = visit;
  }

  /// {@return a message with one more page, if there is one and the worker may have it}
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

  /// {@return the message that answers for a page} From here on the worker has no other copy of it.
  ToWorker answer(PageRequest asked, PageReply reply) {
    // Only the worker knows which of the next pages are wanted so.
    wantsOnlyChanges |= asked.known().isPresent();
    if (reply instanceof PageReply.Content page && !page.url().equals(asked.url())) {
      // At the end of a redirect. The worker forgets what it was sent of that page.
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

  /// A worker that was taken over has seen the page, whatever the answer for its agent is.
  private boolean isAsSent(PageUrl url, PageReply reply) {
    var early = sent.remove(url);
    if (early == null) {
      return false;
    }
    // Equal records have the same array: the octets of the body need not be compared.
    boolean isSame = reply.equals(early);
    bytesInVain += isSame ? 0 : early.body().length;
    return isSame;
  }
}
