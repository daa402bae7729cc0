package dev.sojourn.dispatcher.crawl;

import dev.sojourn.dispatcher.core.Place;
import dev.sojourn.dispatcher.core.SiteState;
import dev.sojourn.dispatcher.core.Stage;
import dev.sojourn.dispatcher.core.TerritoryState;
import dev.sojourn.dispatcher.crawl.report.CrawlListener;
import dev.sojourn.dispatcher.crawl.report.FollowEvent;
import dev.sojourn.dispatcher.crawl.report.LiveCounts;
import dev.sojourn.dispatcher.crawl.report.TerritoryProgress;
import dev.sojourn.dispatcher.plan.PlannedTerritory;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/// The progress reports to the listener: every change, and none twice.
final class Progress {
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, TerritoryProgress> told = new HashMap<>();
  private final Set<String> unreached = new HashSet<>();
  private final CrawlListener listener;
  private final LiveCounts counts;

  Progress(CrawlListener listener, LiveCounts counts) {
    this.listener = listener;
    this.counts = counts;
  }

  void begun(int sites) {
    lock.lock();
    try {
      listener.begun(sites);
    } finally {
      lock.unlock();
    }
  }

  void note(String sentence) {
    lock.lock();
    try {
      listener.noted(sentence);
    } finally {
      lock.unlock();
    }
  }

  void followed(FollowEvent event) {
    lock.lock();
    try {
      listener.followed(event);
    } finally {
      lock.unlock();
    }
  }

  /// Looks at all territories of a site.
  void look(SiteContext site) {
    lock.lock();
    try {
      var plan = site.plan();
      if (plan.isEmpty()) {
        if (site.state().isUnreachable() && unreached.add(site.origin())) {
          listener.unreached(site.origin());
        }
        return;
      }
      if (told.putIfAbsent(site.origin(), NOTHING) == null) {
        listener.planned(plan.get());
      }
      var planned = plan.get().territories();
      var states = site.state().territories();
      for (int i = 0; i < states.size(); i++) {
        var now = progress(site, planned.get(i), states.get(i));
        if (!now.equals(told.put(site.origin() + " " + i, now))) {
          listener.changed(now);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private static final TerritoryProgress NOTHING =
      new TerritoryProgress("", 0, "", "", "", "", 0, 0, 0, "", 0);

  private TerritoryProgress progress(
      SiteContext site, PlannedTerritory planned, TerritoryState state) {
    var tally = state.tally();
    long wire = 0;
    long unread = 0;
    for (var visit : state.visits()) {
      wire += counts.wire(visit.agentId());
      unread += visit.ending().isVoid() ? 0 : counts.unread(visit.agentId());
      if (visit.ending().isOpen()) {
        tally = tally.plus(counts.tally(visit.agentId()));
      }
    }
    return new TerritoryProgress(
        site.origin(),
        planned.territory().number(),
        planned.name(),
        planned.route().toString(),
        where(state),
        word(site.state(), state.stage()),
        tally.pages(),
        tally.findings(),
        wire,
        reason(planned, state),
        unread);
  }

  static String where(TerritoryState state) {
    var place = state.visit().map(v -> v.place()).orElse(state.territory().place());
    return switch (place) {
      case Place.Host(var url) -> url;
      case Place.Home _ -> "home";
    };
  }

  /// The state of a territory's agent, in a word. Nobody waits any more where the crawl of the site
  /// is over.
  static String word(SiteState site, Stage stage) {
    return switch (stage) {
      case Stage.Waiting _ -> site.isConcluded() ? "untouched" : "waiting";
      case Stage.Sending(_, boolean isPausing) -> isPausing ? "pausing" : "sending";
      case Stage.Visiting _ -> "visiting";
      case Stage.Holding _ -> "holding";
      case Stage.FetchingHome _ -> "fetching home";
      case Stage.Staying _ -> "staying";
      case Stage.Settled(var result, _) ->
          switch (result) {
            case COMPLETE -> "complete";
            case PART -> "in part";
            case FAILED -> "failed";
          };
    };
  }

  /// Why its host was given up or was never tried, or else why the territory is not complete.
  static String reason(PlannedTerritory planned, TerritoryState state) {
    var whyPart = state.stage() instanceof Stage.Settled(_, var reason) ? reason : "";
    if (!state.fellBack().isEmpty()) {
      return whyPart.isEmpty() ? state.fellBack() : state.fellBack() + " " + whyPart;
    }
    return whyPart.isEmpty() ? planned.objection().orElse("") : whyPart;
  }
}
