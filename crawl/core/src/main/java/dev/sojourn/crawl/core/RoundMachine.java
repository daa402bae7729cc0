package dev.sojourn.crawl.core;

import dev.sojourn.crawl.core.Stage.Result;

/// The rounds of one site's crawl: the crawl rests, continues, gets higher limits, ends, or begins
/// again. `docs/crawl-lifecycle.md` shows a diagram. Pure; may be used by any thread.
final class RoundMachine {
  private RoundMachine() {}

  /// {@return the state after an event}
  ///
  /// @param state of the site
  /// @param event the event there
  static SiteState next(SiteState state, Event.OfRound event) {
    return switch (event) {
      case Event.StayOver(var agentId) -> stayOver(state, agentId, "");
      case Event.Concluded _ -> state.isQuiet() ? state.concluded(true) : state;
      case Event.Interrupted _ -> state.interrupted(true);
      case Event.Raised(var allowance, int attempts) ->
          raised(state, state.with(state.terms().with(allowance, attempts)));
      case Event.Resumed(boolean isFromCheckpoint) ->
          resumed(state.interrupted(false), isFromCheckpoint);
    };
  }

  /// {@return the state without the stay of an agent}
  ///
  /// An agent that stayed has completed its territory. Its findings count, whatever ended the stay.
  ///
  /// @param state of the site
  /// @param agentId of the visit
  /// @param reason why the stay ended, one sentence; may be empty
  static SiteState stayOver(SiteState state, String agentId, String reason) {
    return state
        .current(agentId)
        .filter(t -> t.stage() instanceof Stage.Staying)
        .map(t -> state.with(t.at(new Stage.Settled(Result.COMPLETE, reason))))
        .orElse(state);
  }

  /// Tries failures again: a site that could not be reached, a visit at home that failed.
  private static SiteState resumed(SiteState state, boolean isFromCheckpoint) {
    var planned = state.isUnreachable() ? state.unreachable(false).concluded(false) : state;
    var next = planned.with(planned.sitemaps().again());
    for (var territory : state.territories()) {
      if (isSettled(territory, Result.FAILED)) {
        next =
            next.with(
                isFromCheckpoint
                    ? NextVisit.reopened(next, territory)
                    : NextVisit.again(next, territory));
      }
    }
    return next.reopened();
  }

  /// Continues visits that a limit had stopped, if the limit was raised.
  private static SiteState raised(SiteState before, SiteState after) {
    boolean isMore = after.terms().allowance().allowsMoreThan(before.terms().allowance());
    var next = after;
    for (var territory : after.territories()) {
      if (isSettled(territory, Result.PART)) {
        next = next.with(raised(next, territory, isMore));
      }
    }
    return next.reopened();
  }

  /// @param isMore whether at least one limit is higher than before
  private static TerritoryState raised(SiteState state, TerritoryState territory, boolean isMore) {
    var visit = territory.visits().getLast();
    if (!(visit.ending() instanceof Ending.Stopped)) {
      // The visit finished, but no further visit was allowed. Now one may be allowed.
      return visit.ending().isReturned()
          ? NextVisit.advance(state, territory.at(new Stage.Settled(Result.COMPLETE, "")))
          : territory;
    }
    // The raised limit may not be the one that stopped the visit. In this case the same limit stops
    // the visit again. Another part may have taken the whole increase; its remainder is given out
    // once that part rests.
    boolean isSpent =
        territory.territory().isPart()
            && PartShares.spent(state, territory, visit.agentId()).isPresent();
    if (!isMore || isSpent) {
      return territory;
    }
    return switch (visit.place()) {
      case Place.Home _ ->
          territory.territory().isPart()
              ? NextVisit.further(state, territory)
              : NextVisit.reopened(state, territory);
      case Place.Host _ -> territory.at(new Stage.FetchingHome(1, false));
    };
  }

  /// {@return the state in which a part that has spent its share continues with the limits that the
  /// other parts did not need}
  ///
  /// @param state of the site
  static SiteState regained(SiteState state) {
    for (var territory : state.territories()) {
      if (PartShares.isStopped(state, territory) && PartShares.isLeftFor(state, territory)) {
        var going = raised(state, territory, true);
        if (!going.equals(territory)) {
          return state.with(going).reopened();
        }
      }
    }
    return state;
  }

  private static boolean isSettled(TerritoryState territory, Result wanted) {
    return territory.stage() instanceof Stage.Settled(Result result, _) && result == wanted;
  }
}
