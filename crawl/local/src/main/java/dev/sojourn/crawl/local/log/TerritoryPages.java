package dev.sojourn.crawl.local.log;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.Digest;
import dev.sojourn.crawl.core.SiteVisit;
import dev.sojourn.crawl.core.TerritoryState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Data about all visits to a territory that the first line of its log already needs: which URLs
/// have a finding, which were requested again, and which bodies are indexed under another URL.
///
/// Memory use grows by a few numbers for each page of one territory, not with the crawl.
final class TerritoryPages {
  /// The limit for bodies whose URL in the index is stored. For a further body, the log lacks the
  /// URL of the equal page.
  private static final int MAX_BODIES = 200_000;

  private final Scope scope;
  private final TerritoryState territory;
  private final Predicate<String> isFoundEarlier;
  private final Set<Long> found = new HashSet<>();
  private final Set<Long> cut = new HashSet<>();
  private final Map<String, String> betterUrls = new HashMap<>();
  private final Map<String, String> indexedUrls = new HashMap<>();

  /// The pages that redirects led to. [#countedEnds] has those already counted as indexed.
  private final Set<Long> ends = new HashSet<>();

  private final Set<Long> countedEnds = new HashSet<>();

  /// How many records of each URL remain, in visits that count. [#leftOfVisit] has the same by
  /// visit and URL.
  private final Map<Long, Integer> left = new HashMap<>();

  private final Map<Long, Integer> leftOfVisit = new HashMap<>();

  private TerritoryPages(TerritoryState territory, LoggedSite site) {
    this.isFoundEarlier = site.isFound();
    this.scope = territory.territory().scope();
    this.territory = territory;
  }

  static TerritoryPages of(TerritoryState territory, LoggedSite site, VisitLines lines)
      throws IOException {
    var pages = new TerritoryPages(territory, site);
    for (var visit : territory.visits()) {
      lines.read(
          visit.agentId(),
          EnumSet.of(LineKind.FINDING, LineKind.PAGE, LineKind.REFERRAL),
          RefusedReferrals.of(territory, visit, site, line -> pages.learn(visit, line)));
    }
    return pages;
  }

  private void learn(SiteVisit visit, ParcelLine line) throws IOException {
    switch (line) {
      case ParcelLine.Finding finding -> {
        if (counts(visit)) {
          learn(finding.json());
        }
      }
      case ParcelLine.Page(var page) -> {
        if (isOfTerritory(page)) {
          leftOfVisit.merge(print(visit.agentId(), page.url()), 1, Integer::sum);
          if (counts(visit)) {
            left.merge(print("", page.url()), 1, Integer::sum);
            page.end().ifPresent(end -> ends.add(print("", end)));
          }
        }
      }
      case ParcelLine.Referral _, ParcelLine.Dropped _, ParcelLine.Counted _, ParcelLine.Log _ -> {}
    }
  }

  /// Stores the page of a finding. A finding without a page may name the better URL of a body.
  private void learn(String json) throws IOException {
    var url = FindingPage.url(json).orElse("");
    if (FindingPage.isNormal(url)) {
      found.add(print("", url));
      boolean _ = FindingPage.isCut(json) ? cut.add(print("", url)) : cut.remove(print("", url));
      return;
    }
    var page = FindingPage.of(json);
    if (FindingPage.isNormal(page.betterUrl()) && betterUrls.size() < MAX_BODIES) {
      betterUrls.put(page.digest(), page.betterUrl());
    }
  }

  /// Whether a record is about a page of the territory. A host could send a record of any page.
  boolean isOfTerritory(PageRecord page) {
    return PageUrl.parse(page.url())
        .filter(url -> url.toString().equals(page.url()) && scope.contains(url))
        .isPresent();
  }

  /// Whether no later visit repeated the work of this visit.
  boolean counts(SiteVisit visit) {
    return territory.counts(visit);
  }

  /// Consumes the next record, and returns whether it is the visit's last record for its URL. Only
  /// the last record is written to the log. Call this once for each record, in the order of their
  /// collection.
  boolean isLastOfVisit(SiteVisit visit, PageRecord page) {
    return isLast(leftOfVisit, print(visit.agentId(), page.url()));
  }

  /// Consumes the next record of a visit that counts. Returns whether no later record of such a
  /// visit has the same URL.
  boolean isLastOfAll(PageRecord page) {
    return isLast(left, print("", page.url()));
  }

  private static boolean isLast(Map<Long, Integer> left, Long print) {
    return left.computeIfPresent(print, (_, count) -> count == 1 ? null : count - 1) == null;
  }

  /// Whether the page is in the index under its own URL.
  boolean isIndexed(PageRecord page) {
    var body = page.body();
    if (body.isEmpty()) {
      return page.outcome() == PageOutcome.UNCHANGED && isFoundEarlier.test(page.url());
    }
    var own = page.end().orElse(page.url());
    var better = betterUrls.get(body.get().print());
    boolean is = better == null ? found.contains(print("", own)) : better.equals(own);
    if (is && indexedUrls.size() < MAX_BODIES) {
      indexedUrls.putIfAbsent(body.get().print(), own);
    }
    return is;
  }

  /// The record of a page that is in the index, with a remark if only the beginning of its text is
  /// indexed.
  PageRecord remarked(PageRecord page) {
    if (cut.isEmpty() || !cut.contains(print("", page.end().orElse(page.url())))) {
      return page;
    }
    var remark = "Only the beginning of its text is in the index.";
    return page.inPart(page.reason().isEmpty() ? remark : page.reason() + " " + remark);
  }

  /// Whether an indexed page was not counted before. Several URLs may redirect to one page, and the
  /// page itself may be requested too.
  boolean isCountedFirst(PageRecord page) {
    if (ends.isEmpty()) {
      return true;
    }
    long own = print("", page.end().orElse(page.url()));
    return !ends.contains(own) || countedEnds.add(own);
  }

  /// The URL under which an equal body is in the index, if known.
  Optional<String> sameBody(PageRecord.Body body) {
    return Optional.ofNullable(betterUrls.get(body.print()))
        .or(() -> Optional.ofNullable(indexedUrls.get(body.print())));
  }

  /// The reason why a page is not in the index.
  NotIndexed whyNot(PageRecord page) {
    if (page.body().isEmpty()) {
      return page.outcome() == PageOutcome.UNCHANGED ? NotIndexed.NOT_REPORTED : NotIndexed.NO_PAGE;
    }
    var body = page.body().get();
    if (body.isNoindex()) {
      return NotIndexed.NOINDEX;
    }
    if (sameBody(body).isPresent()) {
      return NotIndexed.SAME_BODY;
    }
    return HTML.contains(body.mediaType()) ? NotIndexed.NOT_REPORTED : NotIndexed.NOT_HTML;
  }

  private static final List<String> HTML = List.of("text/html", "application/xhtml+xml");

  /// The first 64 bits of SHA-256. A site chooses its URLs, and with a weaker hash it could create
  /// collisions that hide a URL.
  private static long print(String agentId, String url) {
    var text = agentId + " " + url;
    return Long.parseUnsignedLong(
        Digest.of(text.getBytes(StandardCharsets.UTF_8)).hex().substring(0, 16), 16);
  }
}
