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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Adds a record for each disallowed page of a visit at a host.
///
/// The passport of an agent excludes the paths that robots.txt disallows. So the agent refers to
/// such a URL and does not request it from the host. The log records it like a disallowed page of a
/// visit at home, with the time of the previous request.
///
/// In a recrawl, unchanged pages yield no referrals, since the agent does not read them. So the
/// first visit at a host gets the URLs that earlier rounds recorded as disallowed. They count as
/// referrals before its first request. Confined to one thread.
final class DisallowedReferrals implements LineReader<IOException> {
  /// The limit for referrals before the first request of a visit.
  private static final int MAX_EARLY = 10_000;

  private final Scope territory;
  private final Predicate<String> isDisallowed;
  private final LineReader<IOException> next;
  private final List<String> early = new ArrayList<>();
  private int referredEarly;
  private @Nullable Instant requested;

  private DisallowedReferrals(
      Scope territory, Predicate<String> isDisallowed, LineReader<IOException> next) {
    this.territory = territory;
    this.isDisallowed = isDisallowed;
    this.next = next;
  }

  /// @param territory of the visit
  /// @param next receives the lines, with records in place of referrals
  static DisallowedReferrals of(
      TerritoryState territory, SiteVisit visit, LoggedSite site, LineReader<IOException> next) {
    var scope = territory.territory().scope();
    var referrals = new DisallowedReferrals(scope, site.isDisallowed(), next);
    if (!site.disallowedBefore().isEmpty() && isFirstAtHost(territory, visit)) {
      site.disallowedBefore().stream()
          .filter(referrals::isDisallowedHere)
          .forEach(referrals.early::add);
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
        for (var url : early) {
          next.line(record(url, page.at()));
        }
        early.clear();
      }
      case ParcelLine.Referral(var url) -> {
        if (isDisallowedHere(url)) {
          refer(url);
        }
      }
      case ParcelLine.Finding _, ParcelLine.Dropped _, ParcelLine.Counted _, ParcelLine.Log _ ->
          next.line(line);
    }
  }

  private void refer(String url) throws IOException {
    var at = requested;
    if (at != null) {
      next.line(record(url, at));
    } else if (referredEarly < MAX_EARLY) {
      early.add(url);
      referredEarly++;
    }
  }

  private boolean isDisallowedHere(String url) {
    return PageUrl.parse(url)
        .filter(page -> page.toString().equals(url) && territory.contains(page))
        .filter(_ -> isDisallowed.test(url))
        .isPresent();
  }

  private static ParcelLine record(String url, Instant at) {
    return new ParcelLine.Page(
        new PageRecord(
            url,
            Optional.empty(),
            Optional.empty(),
            OptionalInt.empty(),
            at,
            Duration.ZERO,
            PageOutcome.DISALLOWED,
            0,
            "robots.txt does not allow it, so the agent's passport leaves it out.",
            Optional.empty()));
  }
}
