package dev.sojourn.visit;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.PageRequest;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.ContentSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The part of a visit's desk that is ahead of the agent: it has pages read, and gives them to the
/// worker, before the agent asks for them. The gate decides about each step, and again when the
/// agent asks. Used by the visit's thread alone.
final class AheadDesk {
  /// A worker that was taken over can have more of them, which are told before the end.
  private static final int MAX_UNTOLD = 64;

  private final VisitGate gate;
  private final ContentSource source;
  private final KnownRedirects redirects;

  private final VisitJournal journal;

  /// The sizes of the pages that the worker was given and the agent has not asked for, by URL. The
  /// sandbox takes few at a time.
  private final Map<PageUrl, Integer> given = new LinkedHashMap<>();

  /// The same of those that the agent did not get when it asked.
  private final Map<PageUrl, Integer> unasked = new LinkedHashMap<>();

  /// @param journal hears of pages that were given in vain
  AheadDesk(VisitGate gate, ContentSource source, KnownRedirects redirects, VisitJournal journal) {
    this.journal = journal;
    this.gate = gate;
    this.source = source;
    this.redirects = redirects;
  }

  /// Lets the source read ahead the pages that the visit may see.
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
        given.put(page.url(), page.body().length);
        return Optional.of(reply(page));
      }
    }
    return Optional.empty();
  }

  /// {@return the page as an answer} Both the page that is given ahead and the one that is asked
  /// for are made here.
  static PageReply.Content reply(Content.Found page) {
    return new PageReply.Content(page.url(), page.status(), page.headers(), page.body());
  }

  private boolean isAllowed(PageUrl url) throws InterruptedException {
    return gate.rule(url) instanceof GateRuling.Allowed;
  }

  /// The agent asked for a page. One that it got is counted as any other, also where a redirect led
  /// to it. One that it did not get, for it was changed or shut meanwhile, its worker has all the
  /// same.
  void answered(PageUrl url, PageReply reply) {
    if (reply instanceof PageReply.Content content) {
      given.remove(content.url());
    }
    var bytes = given.remove(url);
    if (bytes != null) {
      unasked.put(url, bytes);
      if (unasked.size() == MAX_UNTOLD) {
        tell();
      }
    }
  }

  /// Tells of the pages that the worker has and the agent never got.
  void end() {
    unasked.putAll(given);
    given.clear();
    if (!unasked.isEmpty()) {
      tell();
    }
  }

  private void tell() {
    long bytes = unasked.values().stream().mapToLong(Integer::longValue).sum();
    var urls = unasked.keySet().stream().map(PageUrl::toString).toList();
    unasked.clear();
    journal.unasked(urls, bytes);
  }
}
