package dev.sojourn.dispatcher.crawl;

import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.core.SiteVisit;
import dev.sojourn.crawl.core.Stage;
import dev.sojourn.crawl.core.Tally;
import dev.sojourn.crawl.core.TerritoryState;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.FollowEvent;
import dev.sojourn.crawl.local.report.LiveCounts;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import dev.sojourn.crawl.local.report.TerritoryStatus;
import dev.sojourn.crawl.plan.PlannedTerritory;
import dev.sojourn.crawl.visits.RequestedPages;
import dev.sojourn.crawl.visits.SiteView;
import dev.sojourn.crawl.visits.StayNews;
import dev.sojourn.crawl.visits.VisitListener;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reports progress to the listener: every change, each once.
final class Progress implements VisitListener {
  private final Map<String, TerritoryProgress> noted = new HashMap<>();
  private final Map<String, Long> reportedBytes = new HashMap<>();
  private final Set<String> unreached = new HashSet<>();
  private final CrawlListener listener;
  private final LiveCounts counts;

  Progress(CrawlListener listener, LiveCounts counts) {
    this.listener = listener;
    this.counts = counts;
  }

  synchronized void begun(int sites) {
    listener.begun(sites);
  }

  @Override
  public synchronized void note(String sentence) {
    listener.noted(sentence);
  }

  synchronized void followed(FollowEvent event) {
    listener.followed(event);
  }

  @Override
  public synchronized void sitemaps(String origin, boolean isReading) {
    listener.sitemaps(origin, isReading);
  }

  @Override
  public void reached(SiteView site, String agentId, Tally tally) {
    counts.tally(agentId, tally);
    look(site);
  }

  @Override
  public void asked(String agentId, RequestedPages pages) {
    counts.asked(agentId, pages);
  }

  @Override
  public synchronized void stays(SiteView site, StayNews news) {
    long bytes = counts.wire(news.agentId());
    long before = Optional.ofNullable(reportedBytes.put(news.agentId(), bytes)).orElse(0L);
    listener.followed(
        new FollowEvent(
            news.time().truncatedTo(ChronoUnit.MILLIS).toString(),
            kind(news.kind()),
            site.origin(),
            path(site, news.agentId()),
            news.host(),
            news.agentId(),
            news.read(),
            news.gone(),
            bytes - before,
            news.reason()));
  }

  private static FollowEvent.Kind kind(StayNews.Kind kind) {
    return switch (kind) {
      case STAYING -> FollowEvent.Kind.STAYING;
      case CHANGED -> FollowEvent.Kind.CHANGED;
      case SILENT -> FollowEvent.Kind.SILENT;
      case STAY_OVER -> FollowEvent.Kind.STAY_OVER;
    };
  }

  private static String path(SiteView site, String agentId) {
    int number = site.state().current(agentId).map(t -> t.territory().number()).orElse(0);
    return site.plan().map(plan -> plan.territories().get(number).name()).orElse("");
  }

  /// Looks at all territories of a site, and reports changes.
  synchronized void look(SiteView site) {
    var plan = site.plan();
    if (plan.isEmpty()) {
      if (site.state().isUnreachable() && unreached.add(site.origin())) {
        listener.unreached(site.origin());
      }
      return;
    }
    if (noted.putIfAbsent(site.origin(), NOTHING) == null) {
      listener.planned(plan.get());
    }
    var planned = plan.get().territories();
    var states = site.state().territories();
    for (int i = 0; i < states.size(); i++) {
      var now = progress(site, planned.get(i), states.get(i));
      if (!now.equals(noted.put(site.origin() + " " + i, now))) {
        listener.changed(now);
      }
    }
  }

  private static final TerritoryProgress NOTHING =
      new TerritoryProgress("", 0, "", new Place.Home(), TerritoryStatus.WAITING, 0, 0, 0, "", 0);

  private TerritoryProgress progress(
      SiteView site, PlannedTerritory planned, TerritoryState state) {
    var tally = tally(state, counts);
    long wire = 0;
    long unread = 0;
    for (var visit : state.visits()) {
      wire += counts.wire(visit.agentId());
      unread += visit.ending().isVoid() ? 0 : counts.unread(visit.agentId());
    }
    return new TerritoryProgress(
        site.origin(),
        planned.territory().number(),
        planned.name(),
        place(state),
        status(site, state, counts).withFailures(unread),
        tally.pages(),
        tally.findings(),
        wire,
        reason(planned, state),
        unread);
  }

  private static Tally tally(TerritoryState state, LiveCounts counts) {
    return state.visits().stream()
        .filter(visit -> visit.ending().isOpen())
        .map(visit -> counts.tally(visit.agentId()))
        .reduce(state.tally(), Tally::plus);
  }

  private static Place place(TerritoryState state) {
    return state.visit().map(SiteVisit::place).orElse(state.territory().place());
  }

  /// The status of a territory, without the records of its pages. If the crawl of the site is over,
  /// a waiting territory counts as untouched.
  static TerritoryStatus status(SiteView site, TerritoryState state, LiveCounts counts) {
    return switch (state.stage()) {
      case Stage.Waiting _ ->
          site.state().isConcluded() ? TerritoryStatus.UNTOUCHED : TerritoryStatus.WAITING;
      case Stage.Sending(_, boolean isPausing) ->
          isPausing ? TerritoryStatus.PAUSING : TerritoryStatus.SENDING;
      case Stage.Visiting _ -> TerritoryStatus.VISITING;
      case Stage.Holding _ -> TerritoryStatus.HOLDING;
      case Stage.FetchingHome _ -> TerritoryStatus.FETCHING_HOME;
      case Stage.Staying _ -> TerritoryStatus.STAYING;
      case Stage.Settled(var result, _) ->
          switch (result) {
            case COMPLETE ->
                isUnread(site, counts) ? TerritoryStatus.NOTHING_READ : TerritoryStatus.COMPLETE;
            case PART -> TerritoryStatus.IN_PART;
            case FAILED -> TerritoryStatus.FAILED;
          };
    };
  }

  /// Whether all visits of a site are over and brought nothing, although robots.txt allows its
  /// start pages.
  private static boolean isUnread(SiteView site, LiveCounts counts) {
    var territories = site.state().territories();
    return site.state().isQuiet()
        && territories.stream()
            .map(state -> tally(state, counts))
            .allMatch(tally -> tally.pages() == 0 && tally.findings() == 0)
        && territories.stream().flatMap(t -> t.seeds().stream()).noneMatch(site::disallows);
  }

  /// The reason why its host was given up or never tried, or why the territory is not complete.
  static String reason(PlannedTerritory planned, TerritoryState state) {
    var whyPart = state.stage() instanceof Stage.Settled(_, var reason) ? reason : "";
    if (!state.fellBack().isEmpty()) {
      return whyPart.isEmpty() ? state.fellBack() : state.fellBack() + " " + whyPart;
    }
    return whyPart.isEmpty() ? planned.objection().orElse("") : whyPart;
  }
}
