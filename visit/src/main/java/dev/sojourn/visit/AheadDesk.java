package dev.sojourn.visit;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.PageRequest;
import dev.sojourn.visit.content.ContentSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The read-ahead part of a page server: it reads pages and sends them to the worker before the
/// agent asks for them. The gate decides about each page at each step, and again when the agent
/// asks. Used only by the visit's thread.
final class AheadDesk {
  private final VisitGate gate;
  private final ContentSource source;
  private final KnownRedirects redirects;

  private final VisitJournal journal;

  /// The pages that the worker received and the agent has not asked for, by URL. The sandbox
  /// accepts only a few at a time.
  private final Map<PageUrl, PageReply.Content> given = new HashMap<>();

  /// @param journal records the pages that the worker receives
  AheadDesk(VisitGate gate, ContentSource source, KnownRedirects redirects, VisitJournal journal) {
    this.journal = journal;
    this.gate = gate;
    this.source = source;
    this.redirects = redirects;
  }

  /// Asks the source to read ahead the pages that the visit may see.
  void expect(PageRequest request) throws InterruptedException {
    var next = request.next();
    if (next.equals(PageRequest.NextPages.NONE)) {
      return;
    }
    var allowed = new ArrayList<PageUrl>();
    for (var url : next.urls()) {
      boolean isToBeRead = !url.equals(request.url()) && redirects.target(url).isEmpty();
      if (isToBeRead && isAllowed(url)) {
        allowed.add(url);
      }
    }
    source.expect(allowed, next.held(), next.pages(), next.bytes());
  }

  /// {@return a page for the worker that the agent has not asked for yet}
  Optional<PageReply.Content> next(int mostBytes) throws InterruptedException {
    for (var found = source.ahead(mostBytes); found.isPresent(); found = source.ahead(mostBytes)) {
      var page = found.get();
      if (isAllowed(page.url())) {
        var content = new PageReply.Content(page.url(), page.status(), page.headers(), page.body());
        given.put(content.url(), content);
        handOver(content);
        return Optional.of(content);
      }
    }
    return Optional.empty();
  }

  private boolean isAllowed(PageUrl url) throws InterruptedException {
    return gate.rule(url) instanceof GateRuling.Allowed;
  }

  /// Handles the answer to the agent's request. The worker receives the page now, unless it
  /// received the same page ahead. This applies also to a page after a redirect.
  void answered(PageUrl url, PageReply reply) {
    var early = taken(url);
    if (reply instanceof PageReply.Content content) {
      var there = content.url().equals(url) ? early : taken(content.url());
      // Equal records share one array, so the octets of the body need no comparison.
      if (there.filter(content::equals).isEmpty()) {
        handOver(content);
      }
    }
  }

  private Optional<PageReply.Content> taken(PageUrl url) {
    return Optional.ofNullable(given.remove(url));
  }

  private void handOver(PageReply.Content content) {
    journal.handsOver(content.url(), content.body().length);
  }
}
