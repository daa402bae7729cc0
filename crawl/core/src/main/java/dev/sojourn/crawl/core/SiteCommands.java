package dev.sojourn.crawl.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The commands of a site, derived from its state. Transitions make no commands. So a crawl that
/// continues after a crash has exactly the commands that were under way; some may already have been
/// carried out. Pure; may be used by any thread.
public final class SiteCommands {
  private SiteCommands() {}

  /// {@return all commands that a state requires}
  ///
  /// @param state of the site
  public static List<Command> of(SiteState state) {
    var commands = new ArrayList<Command>();
    if (state.isInterrupted()) {
      return commands;
    }
    if (!state.isPlanned() && !state.isUnreachable()) {
      commands.add(new Command.ReadRobots(state.terms().origin()));
    }
    if (state.sitemaps().isDue() && state.areVisitsQuiet()) {
      commands.add(new Command.ReadSitemaps(state.terms().origin()));
    }
    for (var territory : state.territories()) {
      addDisposals(state, territory, commands);
      territory
          .visit()
          .flatMap(last -> ofStage(state.terms(), territory, last))
          .ifPresent(commands::add);
    }
    state
        .waiting()
        .outbox()
        .forEach(urls -> commands.add(new Command.Forward(urls.number(), urls.urls())));
    return commands;
  }

  /// {@return the commands that a state requires and the earlier state did not, in no particular
  /// order}
  ///
  /// @param before the state before an event
  /// @param after the state after it
  public static List<Command> since(SiteState before, SiteState after) {
    if (after.equals(before)) {
      return List.of();
    }
    var commands = of(after);
    commands.removeAll(of(before));
    return commands;
  }

  private static void addDisposals(
      SiteState state, TerritoryState territory, List<Command> commands) {
    for (var visit : territory.visits()) {
      if (visit.place() instanceof Place.Host(var host)
          && isToBeDisposed(territory, visit, state.isConcluded())) {
        commands.add(new Command.Dispose(visit.agentId(), host, isStateWanted(territory, visit)));
      }
    }
  }

  /// Whether the host can delete an agent. A host can do so once the agent continues from home. A
  /// lost agent may still be at its host; the host is tried once at the end of the crawl.
  ///
  /// @param isConcluded whether the crawl of the site is over except for the deletion of agents
  private static boolean isToBeDisposed(
      TerritoryState territory, SiteVisit visit, boolean isConcluded) {
    if (!visit.mayBeAtHost() || visit.ending().isOpen()) {
      return false;
    }
    boolean isLast = territory.isLast(visit);
    if (isLast && territory.stage() instanceof Stage.Staying) {
      return false;
    }
    return isConcluded || (!isLast && !visit.ending().isVoid());
  }

  /// Whether the agent would continue from its state if the crawl had higher limits.
  private static boolean isStateWanted(TerritoryState territory, SiteVisit visit) {
    return territory.stage() instanceof Stage.Settled(var result, _)
        && result == Stage.Result.PART
        && territory.isLast(visit)
        && !(visit.ending() instanceof Ending.Recalled);
  }

  private static Optional<Command> ofStage(
      CrawlTerms terms, TerritoryState territory, SiteVisit last) {
    var agentId = last.agentId();
    return switch (territory.stage()) {
      case Stage.Waiting _, Stage.Settled _ -> Optional.empty();
      case Stage.Sending(int attempt, boolean isPausing) ->
          Optional.of(
              isPausing
                  ? new Command.Pause(agentId, attempt)
                  : new Command.Dispatch(task(terms, territory, last), attempt));
      case Stage.Visiting _, Stage.Staying _ ->
          Optional.of(
              switch (last.place()) {
                case Place.Host(var host) -> new Command.Follow(task(terms, territory, last), host);
                case Place.Home _ -> new Command.VisitAtHome(task(terms, territory, last));
              });
      case Stage.Holding _ -> Optional.of(new Command.Hold(agentId, patience(territory)));
      case Stage.FetchingHome(int attempt, boolean isPausing) -> {
        if (isPausing) {
          yield Optional.of(new Command.Pause(agentId, attempt));
        }
        yield last.place() instanceof Place.Host(var host)
            ? Optional.of(new Command.FetchHome(agentId, host, attempt))
            : Optional.empty();
      }
    };
  }

  /// The number of visits that determines how long an agent is held. Other active parts of a
  /// territory keep referring to this part, mostly to pages that its agent has already found. So a
  /// part is held as if it had two more visits.
  private static int patience(TerritoryState territory) {
    return territory.visits().size() + (territory.territory().isPart() ? 2 : 0);
  }

  /// The task for a visit of a territory.
  static VisitTask task(CrawlTerms terms, TerritoryState territory, SiteVisit visit) {
    return new VisitTask(
        visit.agentId(),
        territory.territory(),
        visit.place(),
        visit.hop(),
        territory.seeds().subList(visit.from(), visit.to()),
        visit.basis(),
        territory.left(terms, visit.basis()));
  }
}
