package dev.sojourn.dispatcher.core;

import dev.sojourn.visit.VisitOutcome;
import java.util.ArrayList;
import java.util.List;

/// The commands that follow from a state. Transitions make no commands: the state determines them.
/// So a crawl that goes on after a crash has exactly the commands that were under way.
final class CommandsOf {
  private CommandsOf() {}

  static List<Command> by(SiteState state) {
    var commands = new ArrayList<Command>();
    if (state.isInterrupted()) {
      return commands;
    }
    if (!state.isPlanned() && !state.isUnreachable()) {
      commands.add(new Command.ReadRobots(state.terms().origin()));
    }
    for (var territory : state.territories()) {
      commands.addAll(by(state, territory));
    }
    for (var urls : state.outbox()) {
      commands.add(new Command.Forward(urls.number(), urls.urls()));
    }
    return commands;
  }

  /// What `after` wants and `before` did not.
  static List<Command> newly(SiteState before, SiteState after) {
    if (before.equals(after)) {
      return List.of();
    }
    var commands = new ArrayList<>(by(after));
    commands.removeAll(by(before));
    return commands;
  }

  private static List<Command> by(SiteState state, TerritoryState territory) {
    var commands = new ArrayList<Command>();
    for (var visit : territory.visits()) {
      if (visit.place() instanceof Place.Host(var host)
          && isToBeDisposed(state, territory, visit)) {
        commands.add(new Command.Dispose(visit.agentId(), host, isStateWanted(territory, visit)));
      }
    }
    var last = territory.visit();
    if (last.isEmpty()) {
      return commands;
    }
    var visit = last.get();
    switch (territory.stage()) {
      case Stage.Waiting _, Stage.Settled _ -> {}
      case Stage.Sending(int attempt, boolean isPausing) ->
          commands.add(
              isPausing
                  ? new Command.Pause(visit.agentId(), attempt)
                  : new Command.Dispatch(territory.task(state.terms(), visit), attempt));
      case Stage.Visiting _ -> {
        var task = territory.task(state.terms(), visit);
        commands.add(
            switch (visit.place()) {
              case Place.Host(var host) -> new Command.Follow(task, host);
              case Place.Home _ -> new Command.VisitAtHome(task);
            });
      }
      case Stage.Holding _ ->
          commands.add(new Command.Hold(visit.agentId(), territory.visits().size()));
      case Stage.FetchingHome(int attempt, boolean isPausing) -> {
        if (isPausing) {
          commands.add(new Command.Pause(visit.agentId(), attempt));
        } else if (visit.place() instanceof Place.Host(var host)) {
          commands.add(new Command.FetchHome(visit.agentId(), host, attempt));
        }
      }
    }
    return commands;
  }

  /// Whether the agent would go on from its state if the crawl had higher limits.
  private static boolean isStateWanted(TerritoryState territory, SiteVisit visit) {
    return territory.stage() instanceof Stage.Settled(var result, _)
        && result == Stage.Result.PART
        && territory.visits().getLast().equals(visit)
        && !(visit.ending() instanceof Ending.Over(VisitOutcome.Recalled _));
  }

  /// An agent that went on from home is not needed where it was; one that was lost may be anywhere
  /// and is tried once at the end, when its host may be back.
  private static boolean isToBeDisposed(
      SiteState state, TerritoryState territory, SiteVisit visit) {
    if (!visit.mayBeAtHost() || visit.ending().isOpen()) {
      return false;
    }
    boolean isParked = territory.visits().getLast().equals(visit);
    return state.isConcluded() || (!isParked && !visit.ending().isVoid());
  }
}
