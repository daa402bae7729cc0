package dev.sojourn.crawl.core;

import java.util.List;
import java.util.Optional;

/// An order to the shell. The shell may repeat it after a crash, so a second run must have the same
/// effect.
public sealed interface Command {

  /// {@return the event for a fault of the shell at this command. The event gives up the purpose of
  /// the command at this site only. Empty for [Forward], which concerns several sites}
  ///
  /// @param reason one sentence
  default Optional<Event> failed(String reason) {
    return switch (this) {
      case ReadRobots _ -> Optional.of(new Event.SiteUnreachable());
      case ReadSitemaps _ -> Optional.of(new Event.SitemapsRead(List.of(), false, List.of(reason)));
      case Dispatch(var task, _) -> Optional.of(new Event.Refused(task.agentId(), reason));
      case Follow(var task, _) -> Optional.of(new Event.Lost(task.agentId(), reason, Tally.NONE));
      case VisitAtHome(var task) ->
          Optional.of(new Event.Ended(task.agentId(), new Ending.Failed(reason), Tally.NONE));
      case FetchHome(var agentId, _, int attempt) ->
          Optional.of(new Event.FetchFailed(agentId, attempt, true, reason));
      case Hold(var agentId, _) -> Optional.of(new Event.HoldOver(agentId));
      case Pause(var agentId, int attempt) -> Optional.of(new Event.RetryDue(agentId, attempt));
      case Dispose(var agentId, _, _) -> Optional.of(new Event.Disposed(agentId));
      case Forward _ -> Optional.empty();
    };
  }

  /// Reads robots.txt and makes a plan. Answer: [Event.Planned] or [Event.SiteUnreachable].
  ///
  /// @param origin of the site
  record ReadRobots(String origin) implements Command {}

  /// Reads the sitemaps of the site. Answer: [Event.SitemapsRead].
  ///
  /// @param origin of the site
  record ReadSitemaps(String origin) implements Command {}

  /// Sends an agent to a host. Answer: [Event.Accepted], [Event.Refused] or [Event.Unreachable].
  ///
  /// @param task the visit; its place is a host
  /// @param attempt from 1; the same bytes are sent each time
  record Dispatch(VisitTask task, int attempt) implements Command {}

  /// Collects the findings of a visit at a host. [Event.Referred] may occur meanwhile. Answer:
  /// [Event.Ended] or [Event.Lost].
  ///
  /// @param task the visit
  /// @param host the URL of the host
  record Follow(VisitTask task, String host) implements Command {}

  /// Runs the agent here. [Event.Referred] may occur meanwhile. Answer: [Event.Ended].
  ///
  /// @param task the visit; its place is home
  record VisitAtHome(VisitTask task) implements Command {}

  /// Fetches an agent with its state from a host and stores the state, unless it is already stored.
  /// Answer: [Event.FetchedHome] or [Event.FetchFailed].
  ///
  /// @param agentId of a finished visit
  /// @param host the URL of the host
  /// @param attempt from 1
  record FetchHome(String agentId, String host, int attempt) implements Command {}

  /// Waits for a time that the shell chooses. Then a held agent is sent on, even if other agents
  /// may still refer to its territory. Answer: [Event.HoldOver]. The hold becomes void if the
  /// others finish earlier.
  ///
  /// @param agentId of a finished visit
  /// @param visits how many visits its territory had; the wait should grow with this number
  record Hold(String agentId, int visits) implements Command {}

  /// Waits before the next attempt at a host. Answer: [Event.RetryDue].
  ///
  /// @param agentId of the visit
  /// @param attempt the attempt that failed; the wait should grow with this number
  record Pause(String agentId, int attempt) implements Command {}

  /// Has a host delete an agent. Answer: [Event.Disposed], even if the host cannot be reached.
  ///
  /// @param agentId of the visit
  /// @param host that has the agent
  /// @param isStateKept whether the agent's state is fetched and stored first, if possible. True if
  ///   a limit stopped the territory, which continues from that state once the limit is raised
  record Dispose(String agentId, String host, boolean isStateKept) implements Command {}

  /// Hands URLs to other sites of the crawl, as [Event.Seeded]. Answer: [Event.Forwarded].
  ///
  /// @param number of this command among the [Forward] commands of the site
  /// @param urls normalised, all on other sites of the crawl
  record Forward(int number, List<String> urls) implements Command {
    /// Copies the list.
    public Forward {
      urls = List.copyOf(urls);
    }
  }
}
