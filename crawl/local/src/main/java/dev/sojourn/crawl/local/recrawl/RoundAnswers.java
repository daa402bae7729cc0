package dev.sojourn.crawl.local.recrawl;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.crawl.core.SiteState;
import dev.sojourn.crawl.core.Stage;
import dev.sojourn.crawl.core.TerritoryState;
import dev.sojourn.crawl.local.store.KnownRow;
import dev.sojourn.crawl.local.store.StoredLines;
import dev.sojourn.crawl.visits.PageFate;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/// The last answers of one site in this round, one for each requested URL. Memory use grows by a
/// few numbers for each URL.
final class RoundAnswers {
  private final SiteState site;
  private final Predicate<String> isDisallowed;
  private final Map<Long, Answer> answers = new HashMap<>();

  /// An answer.
  ///
  /// @param fate of the URL
  /// @param print the fingerprint of the body that was read; 0 if no body was read
  private record Answer(PageFate fate, long print) {}

  private RoundAnswers(SiteState site, Predicate<String> isDisallowed) {
    this.site = site;
    this.isDisallowed = isDisallowed;
  }

  /// Reads the answers of a site.
  ///
  /// @param site in its present state
  /// @param isDisallowed whether robots.txt disallows a URL of the site, in this round
  /// @param lines of the store
  static RoundAnswers of(SiteState site, Predicate<String> isDisallowed, StoredLines lines)
      throws IOException {
    var answers = new RoundAnswers(site, isDisallowed);
    for (var territory : site.territories()) {
      for (var visit : territory.counted()) {
        lines.ofVisit(
            visit.agentId(),
            EnumSet.of(LineKind.PAGE),
            line -> {
              if (line instanceof ParcelLine.Page(var page) && isOf(territory, page.url())) {
                answers.add(page);
              }
            });
      }
    }
    return answers;
  }

  /// {@return whether a text is the URL of a page in a territory; a host may send any text}
  static boolean isOf(TerritoryState territory, String text) {
    return PageUrl.parse(text)
        .filter(url -> url.toString().equals(text) && territory.territory().scope().contains(url))
        .isPresent();
  }

  private void add(PageRecord page) {
    long print = page.body().map(body -> UrlPrints.ofHex(body.print())).orElse(0L);
    var answer = new Answer(PageFate.of(page.outcome()), print);
    // A staying agent requests pages repeatedly. If it reads a page and later finds it unchanged,
    // the page still counts as read: earlier rounds may have had another body.
    answers.merge(
        UrlPrints.of(page.url()),
        answer,
        (before, now) -> before.fate() == PageFate.READ && now.fate().isKept() ? before : now);
  }

  /// {@return the fate of a known URL}
  PageFate fate(KnownRow row) {
    var answer = answers.get(UrlPrints.of(row.url()));
    if (answer != null) {
      return answer.fate();
    }
    if (!site.isPlanned()) {
      return PageFate.UNASKED;
    }
    if (isDisallowed.test(row.url())) {
      return PageFate.GONE;
    }
    boolean isVisited =
        site.territories().stream().anyMatch(t -> isOf(t, row.url()) && isComplete(t));
    return isVisited ? PageFate.GONE : PageFate.UNASKED;
  }

  /// {@return whether a visit requested a URL}
  boolean isAsked(String url) {
    return answers.containsKey(UrlPrints.of(url));
  }

  /// {@return whether a page that was read has the same body as before}
  boolean isEqual(KnownRow row) {
    var answer = answers.get(UrlPrints.of(row.url()));
    return answer != null
        && !row.print().isEmpty()
        && answer.print() == UrlPrints.ofHex(row.print());
  }

  /// {@return under how many URLs a page was read}
  long read() {
    return answers.values().stream().filter(a -> a.fate() == PageFate.READ).count();
  }

  private static boolean isComplete(TerritoryState territory) {
    return territory.stage() instanceof Stage.Settled(var result, _)
        && result == Stage.Result.COMPLETE;
  }
}
