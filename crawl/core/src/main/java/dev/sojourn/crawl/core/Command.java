package dev.sojourn.crawl.core;

import java.util.List;
import java.util.Optional;

/// An order to the shell. The shell may repeat it after a crash, so a second run must have the same
/// effect.
public sealed interface Command {

  /// {@return the event for a shell that failed at this command by a fault of its own. It ends the
  /// purpose of the command, at this site, and nothing at any other; empty for a command that goes
  /// from one site to others}
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

  /// Read robots.txt and make a plan; then [Event.Planned] or [Event.SiteUnreachable].
  ///
  /// @param origin of the site
  record ReadRobots(String origin) implements Command {}

  /// Read the sitemaps of the site; then [Event.SitemapsRead].
  ///
  /// @param origin of the site
  record ReadSitemaps(String origin) implements Command {}

  /// Send an agent to a host; then [Event.Accepted], [Event.Refused] or [Event.Unreachable].
  ///
  /// @param task the visit; its place is a host
  /// @param attempt from 1; the same bytes are sent each time
  record Dispatch(VisitTask task, int attempt) implements Command {}

  /// Gather the findings of a visit at a host, with [Event.Referred] along the way; then
  /// [Event.Ended] or [Event.Lost].
  ///
  /// @param task the visit
  /// @param host where
  record Follow(VisitTask task, String host) implements Command {}

  /// Run the agent here, with [Event.Referred] along the way; then [Event.Ended].
  ///
  /// @param task the visit; its place is home
  record VisitAtHome(VisitTask task) implements Command {}

  /// Fetch an agent with its state from a host and keep the state, unless it is kept already; then
  /// [Event.FetchedHome] or [Event.FetchFailed].
  ///
  /// @param agentId of a finished visit
  /// @param host where
  /// @param attempt from 1
  record FetchHome(String agentId, String host, int attempt) implements Command {}

  /// Wait, however long, before an agent that is held is sent on though others may still refer to
  /// its territory; then [Event.HoldOver]. If the others have finished before, the hold is no
  /// longer needed.
  ///
  /// @param agentId of a finished visit
  /// @param visits how many its territory had; the more of them, the longer the wait should be
  record Hold(String agentId, int visits) implements Command {}

  /// Wait before a host is tried again; then [Event.RetryDue].
  ///
  /// @param agentId of the visit
  /// @param attempt the one that failed; the more of them, the longer the wait should be
  record Pause(String agentId, int attempt) implements Command {}

  /// Let a host forget an agent; then [Event.Disposed], whether or not the host could be reached.
  ///
  /// @param agentId of the visit
  /// @param host at which the agent is
  /// @param isStateKept whether the agent's state is fetched and kept first, if it can be: a limit
  ///   stopped its territory, which goes on from there when the limit is raised
  record Dispose(String agentId, String host, boolean isStateKept) implements Command {}

  /// Hand URLs to other sites of the crawl, as [Event.Seeded]; then [Event.Forwarded].
  ///
  /// @param number of this command among those of the site
  /// @param urls normalised, all of other sites of the crawl
  record Forward(int number, List<String> urls) implements Command {
    /// Copies the list.
    public Forward {
      urls = List.copyOf(urls);
    }
  }
}
