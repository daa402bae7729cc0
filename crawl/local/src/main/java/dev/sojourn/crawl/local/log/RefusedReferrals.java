package dev.sojourn.crawl.local.log;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.atp.parcel.LineReader;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.core.SiteVisit;
import dev.sojourn.crawl.core.TerritoryState;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Adds a record for each URL that robots.txt or the rules of the owner refuse to a visit.
///
/// The passport of an agent excludes the paths that robots.txt disallows. So the agent refers to
/// such a URL and does not request it from the host. Neither does it request what the owner's rules
/// leave out, at a host or at home. The log records such a URL like a disallowed page of a visit at
/// home, with the time of the previous request.
///
/// In a recrawl, unchanged pages yield no referrals, since the agent does not read them. So the
/// first visit at a host gets the URLs that earlier rounds recorded as disallowed. They count as
/// referrals before its first request. Confined to one thread.
final class RefusedReferrals implements LineReader<IOException> {
  /// The limit for referrals before the first request of a visit.
  private static final int MAX_EARLY = 10_000;

  private final Scope territory;
  private final LoggedSite site;
  private final LineReader<IOException> next;
  private final List<Refusal> early = new ArrayList<>();
  private int referredEarly;
  private @Nullable Instant requested;

  /// A URL that may not be requested.
  private record Refusal(String url, PageOutcome outcome, String reason) {
    ParcelLine record(Instant at) {
      return new ParcelLine.Page(
          new PageRecord(
              url,
              Optional.empty(),
              Optional.empty(),
              OptionalInt.empty(),
              at,
              Duration.ZERO,
              outcome,
              0,
              reason,
              Optional.empty()));
    }
  }

  private RefusedReferrals(Scope territory, LoggedSite site, LineReader<IOException> next) {
    this.territory = territory;
    this.site = site;
    this.next = next;
  }

  /// @param territory of the visit
  /// @param next receives the lines, with records in place of referrals
  static RefusedReferrals of(
      TerritoryState territory, SiteVisit visit, LoggedSite site, LineReader<IOException> next) {
    var scope = territory.territory().scope();
    var referrals = new RefusedReferrals(scope, site, next);
    if (!site.disallowedBefore().isEmpty() && isFirstAtHost(territory, visit)) {
      site.disallowedBefore()
          .forEach(url -> referrals.refusal(url).ifPresent(referrals.early::add));
    }
    return referrals;
  }

  private static boolean isFirstAtHost(TerritoryState territory, SiteVisit visit) {
    return territory.counted().stream()
        .filter(one -> one.place() instanceof Place.Host)
        .findFirst()
        .filter(visit::equals)
        .isPresent();
  }

  @Override
  public void line(ParcelLine line) throws IOException {
    switch (line) {
      case ParcelLine.Page(var page) -> {
        requested = page.at();
        next.line(line);
        for (var refusal : early) {
          next.line(refusal.record(page.at()));
        }
        early.clear();
      }
      case ParcelLine.Referral(var url) -> {
        var refusal = refusal(url);
        if (refusal.isPresent()) {
          refer(refusal.get());
        }
      }
      case ParcelLine.Finding _, ParcelLine.Dropped _, ParcelLine.Counted _, ParcelLine.Log _ ->
          next.line(line);
    }
  }

  private void refer(Refusal refusal) throws IOException {
    var at = requested;
    if (at != null) {
      next.line(refusal.record(at));
    } else if (referredEarly < MAX_EARLY) {
      early.add(refusal);
      referredEarly++;
    }
  }

  /// Why a URL of the territory was not requested; empty if it may be.
  private Optional<Refusal> refusal(String url) {
    boolean isHere =
        PageUrl.parse(url)
            .filter(page -> page.toString().equals(url) && territory.contains(page))
            .isPresent();
    if (!isHere) {
      return Optional.empty();
    }
    if (site.isDisallowed().test(url)) {
      var reason = "robots.txt does not allow it, so the agent's passport leaves it out.";
      return Optional.of(new Refusal(url, PageOutcome.DISALLOWED, reason));
    }
    return site.filter()
        .objection(url)
        .map(reason -> new Refusal(url, PageOutcome.UNWANTED, reason));
  }
}
