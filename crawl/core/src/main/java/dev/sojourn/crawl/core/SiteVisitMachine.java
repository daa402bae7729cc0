package dev.sojourn.crawl.core;

import dev.sojourn.crawl.core.Stage.Result;
import java.util.List;

/// The life of a visit in one site's crawl, from sending the agent to deleting it.
/// `docs/crawl-lifecycle.md` shows a diagram.
///
/// If a host refuses the agent, cannot be reached, loses the agent or ends its visit as failed,
/// that visit is repeated from home.
///
/// Stateless except for the site's rules; may be used by any thread.
final class SiteVisitMachine {
  private final RoutingMachine routing;

  /// Creates the machine of a site.
  ///
  /// @param routing receives the URLs that a finished agent wants to visit next
  SiteVisitMachine(RoutingMachine routing) {
    this.routing = routing;
  }

  /// {@return the state after an event}
  ///
  /// @param state of the site
  /// @param event the event there
  SiteState next(SiteState state, Event.OfVisit event) {
    if (event instanceof Event.Disposed(var agentId)) {
      return disposed(state, agentId);
    }
    // Late news of an earlier visit changes nothing.
    return state
        .current(event.agentId())
        .map(territory -> next(state, territory, event))
        .orElse(state);
  }

  private SiteState next(SiteState state, TerritoryState territory, Event.OfVisit event) {
    return switch (territory.stage()) {
      case Stage.Sending stage -> state.with(sending(state, territory, stage, event));
      case Stage.Visiting _ -> visiting(state, territory, event);
      case Stage.Holding _ ->
          event instanceof Event.HoldOver ? state.with(territory.released()) : state;
      case Stage.FetchingHome stage -> state.with(fetchingHome(state, territory, stage, event));
      case Stage.Staying _ -> staying(state, territory, event);
      case Stage.Waiting _, Stage.Settled _ -> state;
    };
  }

  private static TerritoryState sending(
      SiteState state, TerritoryState territory, Stage.Sending stage, Event.OfVisit event) {
    return switch (event) {
      case Event.Accepted _ -> territory.at(new Stage.Visiting());
      case Event.Refused(_, var reason) ->
          NextVisit.fallBack(state, territory, new Ending.Refused(reason), Tally.NONE);
      case Event.Withdrawn(var agentId, var reason, boolean mayBeAtHost) -> {
        var ending = new Ending.Withdrawn(reason);
        var home = NextVisit.fallBack(state, territory, ending, Tally.NONE);
        yield mayBeAtHost ? home : home.changing(agentId, SiteVisit::disposed);
      }
      case Event.Unreachable(_, int attempt, var reason) -> {
        if (!stage.equals(new Stage.Sending(attempt, false))) {
          yield territory;
        }
        yield attempt < state.terms().attempts()
            ? territory.at(new Stage.Sending(attempt, true))
            : NextVisit.fallBack(state, territory, new Ending.Unreachable(reason), Tally.NONE);
      }
      case Event.RetryDue(_, int attempt) ->
          stage.equals(new Stage.Sending(attempt, true))
              ? territory.at(new Stage.Sending(attempt + 1, false))
              : territory;
      case Event.Waited _,
          Event.Ended _,
          Event.Lost _,
          Event.Parked _,
          Event.HoldOver _,
          Event.Visited _,
          Event.FetchedHome _,
          Event.FetchFailed _,
          Event.Disposed _ ->
          territory;
    };
  }

  private SiteState visiting(SiteState state, TerritoryState territory, Event.OfVisit event) {
    boolean isAtHost = territory.visits().getLast().place() instanceof Place.Host;
    return switch (event) {
      case Event.Waited(var agentId, long seconds) ->
          state.with(territory.changing(agentId, v -> v.waited(seconds)));
      case Event.Ended ended -> ended(state, territory, ended);
      case Event.Lost(_, var reason, var tally) ->
          isAtHost
              ? state.with(NextVisit.fallBack(state, territory, new Ending.Lost(reason), tally))
              : state;
      case Event.Parked parked -> isAtHost ? parked(state, territory, parked) : state;
      case Event.Accepted _,
          Event.Refused _,
          Event.Withdrawn _,
          Event.Unreachable _,
          Event.RetryDue _,
          Event.HoldOver _,
          Event.Visited _,
          Event.FetchedHome _,
          Event.FetchFailed _,
          Event.Disposed _ ->
          state;
    };
  }

  private SiteState ended(SiteState state, TerritoryState territory, Event.Ended event) {
    var ending = event.ending();
    boolean isAtHost = territory.visits().getLast().place() instanceof Place.Host;
    if (ending.isVoid() && isAtHost) {
      return state.with(NextVisit.fallBack(state, territory, ending, event.tally()));
    }
    var result =
        switch (ending) {
          case Ending.Finished _, Ending.Parked _ -> Result.COMPLETE;
          case Ending.Stopped _, Ending.Recalled _ -> Result.PART;
          case Ending.Denied _, Ending.Failed _ -> Result.FAILED;
        };
    var settled =
        territory
            .changing(event.agentId(), v -> v.ended(ending, event.tally()))
            .at(new Stage.Settled(result, ending.reason()));
    var next = state.with(NextVisit.advance(state, settled));
    return ending instanceof Ending.Finished(var onward) && !onward.isEmpty()
        ? routing.referred(next, onward)
        : next;
  }

  private static SiteState parked(SiteState state, TerritoryState territory, Event.Parked event) {
    var staying =
        territory
            .changing(event.agentId(), v -> v.ended(new Ending.Parked(), event.tally()))
            .at(new Stage.Staying());
    return state.with(NextVisit.advance(state, staying));
  }

  private static TerritoryState fetchingHome(
      SiteState state, TerritoryState territory, Stage.FetchingHome stage, Event.OfVisit event) {
    return switch (event) {
      case Event.FetchedHome(var agentId) ->
          // Meanwhile another part of the territory may have taken the rest of the limits.
          PartShares.spent(state, territory, agentId)
              .map(reason -> territory.at(new Stage.Settled(Result.PART, reason)))
              .orElseGet(() -> NextVisit.further(state, territory));
      case Event.FetchFailed failed -> fetchFailed(state, territory, stage, failed);
      case Event.RetryDue(_, int attempt) ->
          stage.equals(new Stage.FetchingHome(attempt, true))
              ? territory.at(new Stage.FetchingHome(attempt + 1, false))
              : territory;
      case Event.Visited(_, var urls) -> visited(territory, urls);
      case Event.Accepted _,
          Event.Waited _,
          Event.Refused _,
          Event.Withdrawn _,
          Event.Unreachable _,
          Event.Ended _,
          Event.Lost _,
          Event.Parked _,
          Event.HoldOver _,
          Event.Disposed _ ->
          territory;
    };
  }

  private static TerritoryState fetchFailed(
      SiteState state,
      TerritoryState territory,
      Stage.FetchingHome stage,
      Event.FetchFailed event) {
    if (!stage.equals(new Stage.FetchingHome(event.attempt(), false))) {
      return territory;
    }
    if (event.attempt() < state.terms().attempts() && !event.isFinal()) {
      return territory.at(new Stage.FetchingHome(event.attempt(), true));
    }
    var tally = territory.visits().getLast().tally();
    return NextVisit.fallBack(state, territory, new Ending.Stranded(event.reason()), tally);
  }

  /// Leaves the agent at its host if it has no waiting start URL any more.
  private static TerritoryState visited(TerritoryState territory, List<String> urls) {
    var visited = territory.visited(urls);
    if (visited.unsentSeeds() > 0) {
      return visited;
    }
    return switch (visited.visits().getLast().ending()) {
      case Ending.Parked _ -> visited.at(new Stage.Staying());
      case Ending.Finished _ -> visited.at(new Stage.Settled(Result.COMPLETE, ""));
      case Ending.Open _,
          Ending.Stopped _,
          Ending.Recalled _,
          Ending.Denied _,
          Ending.Failed _,
          Ending.Lost _,
          Ending.Refused _,
          Ending.Withdrawn _,
          Ending.Unreachable _,
          Ending.Stranded _ ->
          visited;
    };
  }

  private static SiteState staying(SiteState state, TerritoryState territory, Event.OfVisit event) {
    boolean isAtHost = territory.visits().getLast().place() instanceof Place.Host;
    return switch (event) {
      case Event.Ended(var agentId, var ending, _) ->
          RoundMachine.stayOver(state, agentId, ending.reason());
      case Event.Lost(var agentId, var reason, _) -> RoundMachine.stayOver(state, agentId, reason);
      case Event.Parked parked -> isAtHost ? parked(state, territory, parked) : state;
      case Event.Accepted _,
          Event.Waited _,
          Event.Refused _,
          Event.Withdrawn _,
          Event.Unreachable _,
          Event.RetryDue _,
          Event.HoldOver _,
          Event.Visited _,
          Event.FetchedHome _,
          Event.FetchFailed _,
          Event.Disposed _ ->
          state;
    };
  }

  private static SiteState disposed(SiteState state, String agentId) {
    for (var territory : state.territories()) {
      var changed = territory.changing(agentId, SiteVisit::disposed);
      if (!changed.equals(territory)) {
        return state.with(changed);
      }
    }
    return state;
  }
}
