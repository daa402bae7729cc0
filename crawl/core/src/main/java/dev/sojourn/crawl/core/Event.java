package dev.sojourn.crawl.core;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/// An event in the crawl of a site. One that does not fit the state, because it comes twice or too
/// late, changes nothing.
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "event")
@JsonSubTypes({
  @JsonSubTypes.Type(Event.Seeded.class),
  @JsonSubTypes.Type(Event.Planned.class),
  @JsonSubTypes.Type(Event.SiteUnreachable.class),
  @JsonSubTypes.Type(Event.Referred.class),
  @JsonSubTypes.Type(Event.Accepted.class),
  @JsonSubTypes.Type(Event.Waited.class),
  @JsonSubTypes.Type(Event.Refused.class),
  @JsonSubTypes.Type(Event.Withdrawn.class),
  @JsonSubTypes.Type(Event.Unreachable.class),
  @JsonSubTypes.Type(Event.RetryDue.class),
  @JsonSubTypes.Type(Event.Ended.class),
  @JsonSubTypes.Type(Event.Lost.class),
  @JsonSubTypes.Type(Event.HoldOver.class),
  @JsonSubTypes.Type(Event.FetchedHome.class),
  @JsonSubTypes.Type(Event.FetchFailed.class),
  @JsonSubTypes.Type(Event.Disposed.class),
  @JsonSubTypes.Type(Event.Forwarded.class),
  @JsonSubTypes.Type(Event.Concluded.class),
  @JsonSubTypes.Type(Event.Interrupted.class),
  @JsonSubTypes.Type(Event.Raised.class),
  @JsonSubTypes.Type(Event.Resumed.class),
  @JsonSubTypes.Type(Event.Parked.class),
  @JsonSubTypes.Type(Event.StayOver.class),
  @JsonSubTypes.Type(Event.Visited.class),
  @JsonSubTypes.Type(Event.SitemapsRead.class)
})
public sealed interface Event {

  /// An event for [RoutingMachine]: URLs turn up, or it becomes known where they may go.
  sealed interface OfRouting extends Event {}

  /// A step in the life of one visit: an event for [SiteVisitMachine].
  sealed interface OfVisit extends Event {
    /// {@return the agent id of the visit}
    String agentId();
  }

  /// The crawl rests, goes on, or begins a round: an event for [RoundMachine].
  sealed interface OfRound extends Event {}

  /// URLs came from outside: start URLs of the crawl, or links from another site of it.
  ///
  /// @param urls absolute URLs; those of other sites are dropped
  record Seeded(List<String> urls) implements OfRouting {
    /// Copies the list.
    public Seeded {
      urls = List.copyOf(urls);
    }
  }

  /// robots.txt was read.
  ///
  /// @param territories disjoint, covering the site, numbered from 0
  /// @param hasSitemaps whether there are sitemaps to be read after the visits
  record Planned(
      List<CrawlTerritory> territories,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean hasSitemaps)
      implements OfRouting {
    /// Copies the list.
    public Planned {
      territories = List.copyOf(territories);
    }
  }

  /// The sitemaps of the site were read, or cannot be.
  ///
  /// @param urls pages that they name and no visit asked for; also of other sites of the crawl
  /// @param isWhole whether none of them may be read better at another time
  /// @param remarks what was left out, and why, a sentence each
  record SitemapsRead(List<String> urls, boolean isWhole, List<String> remarks)
      implements OfRouting {
    /// Copies the lists.
    public SitemapsRead {
      urls = List.copyOf(urls);
      remarks = List.copyOf(remarks);
    }
  }

  /// The rules of the site are unknown: its robots.txt could not be read. URLs wait until the crawl
  /// is resumed.
  record SiteUnreachable() implements OfRouting {}

  /// A visit came across URLs outside its scope.
  ///
  /// @param agentId of the visit
  /// @param urls absolute URLs
  record Referred(String agentId, List<String> urls) implements OfRouting {
    /// Copies the list.
    public Referred {
      urls = List.copyOf(urls);
    }
  }

  /// The host has the agent.
  ///
  /// @param agentId of the visit
  record Accepted(String agentId) implements OfVisit {}

  /// The host has the agent and has not begun its visit, or has let it rest. How long that took is
  /// kept, so that a crawl which is resumed goes on with the rest of its time.
  ///
  /// @param agentId of the visit
  /// @param seconds how long the agent has waited since it is there, all together
  record Waited(String agentId, long seconds) implements OfVisit {}

  /// The host will not have the agent.
  ///
  /// @param agentId of the visit
  /// @param reason one sentence
  record Refused(String agentId, String reason) implements OfVisit {}

  /// robots.txt, read again, no longer leaves the territory to the host, so the agent is not sent.
  ///
  /// @param agentId of the visit
  /// @param reason one sentence
  /// @param mayBeAtHost whether an attempt before may have reached the host
  record Withdrawn(String agentId, String reason, boolean mayBeAtHost) implements OfVisit {}

  /// The host did not answer an attempt to send the agent, or has no room now.
  ///
  /// @param agentId of the visit
  /// @param attempt which
  /// @param reason one sentence
  record Unreachable(String agentId, int attempt, String reason) implements OfVisit {}

  /// The wait after a failed attempt is over.
  ///
  /// @param agentId of the visit
  /// @param attempt the one that failed
  record RetryDue(String agentId, int attempt) implements OfVisit {}

  /// A visit is over and all it found is kept here.
  ///
  /// @param agentId of the visit
  /// @param ending as its owner reads it
  /// @param tally the sums of the visit
  record Ended(String agentId, Ending.Made ending, Tally tally) implements OfVisit {}

  /// The host of a visit was silent for longer than the patience of the crawl, or let the agent
  /// wait or run for longer than it may.
  ///
  /// @param agentId of the visit
  /// @param reason one sentence
  /// @param tally the sums of the visit, as far as known
  record Lost(String agentId, String reason, Tally tally) implements OfVisit {}

  /// A finished agent was held for long enough.
  ///
  /// @param agentId of the visit
  record HoldOver(String agentId) implements OfVisit {}

  /// The state of a finished agent is kept here.
  ///
  /// @param agentId of the visit
  record FetchedHome(String agentId) implements OfVisit {}

  /// A finished agent could not be fetched.
  ///
  /// @param agentId of the visit
  /// @param attempt which
  /// @param isFinal whether trying again is pointless
  /// @param reason one sentence
  record FetchFailed(String agentId, int attempt, boolean isFinal, String reason)
      implements OfVisit {}

  /// The host has forgotten the agent, or could not be asked to.
  ///
  /// @param agentId of the visit
  record Disposed(String agentId) implements OfVisit {}

  /// The other sites of the crawl have the URLs of a [Command.Forward].
  ///
  /// @param number of the command
  record Forwarded(int number) implements OfRouting {}

  /// All sites of the crawl are quiet: agents still at hosts can be disposed of. A URL that comes
  /// later begins the crawl of the site again.
  record Concluded() implements OfRound {}

  /// The crawl is to stop here; it can be resumed.
  record Interrupted() implements OfRound {}

  /// The limits of the crawl were changed, before it is resumed. Territories that an earlier limit
  /// stopped go on from the state that their agents had.
  ///
  /// @param allowance the limits of the visits of one territory together, from now on
  /// @param attempts how often a host is tried from now on
  record Raised(Allowance allowance, int attempts) implements OfRound {}

  /// A stopped or crashed crawl goes on, or one that ended gets another chance where it failed. The
  /// shell then carries out the commands of [SiteCommands#of].
  ///
  /// @param isFromCheckpoint whether a visit at home that failed goes on from its last checkpoint;
  ///   events of earlier versions do not say so, and with them it began anew
  record Resumed(boolean isFromCheckpoint) implements OfRound {
    /// As a crawl is resumed now.
    public Resumed() {
      this(true);
    }
  }

  /// A visit has seen all pages, and its agent stays at the host; also each time that it reports
  /// something after that. Occurs only if the crawl follows its sites.
  ///
  /// @param agentId of the visit
  /// @param tally the sums of the visit up to here
  record Parked(String agentId, Tally tally) implements OfVisit {}

  /// The crawl takes an agent that stays away from its host: a new round begins.
  ///
  /// @param agentId of the visit
  record StayOver(String agentId) implements OfRound {}

  /// The parcels of an agent that is about to be fetched home show visits to start URLs that wait
  /// for it. Another visit referred to them, and the agent had found them by itself. So it need not
  /// get them.
  ///
  /// @param agentId of the visit
  /// @param urls normalised
  record Visited(String agentId, List<String> urls) implements OfVisit {
    /// Copies the list.
    public Visited {
      urls = List.copyOf(urls);
    }
  }
}
