package dev.sojourn.crawl.core;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.sojourn.filter.ScopeRules;
import java.util.List;

/// An event in the crawl of a site. A repeated or late event that does not fit the state has no
/// effect.
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
  @JsonSubTypes.Type(Event.RulesChanged.class),
  @JsonSubTypes.Type(Event.Retried.class),
  @JsonSubTypes.Type(Event.Resumed.class),
  @JsonSubTypes.Type(Event.Parked.class),
  @JsonSubTypes.Type(Event.StayOver.class),
  @JsonSubTypes.Type(Event.Visited.class),
  @JsonSubTypes.Type(Event.SitemapsRead.class)
})
public sealed interface Event {

  /// An event for [RoutingMachine]: URLs were found, or their destinations became known.
  sealed interface OfRouting extends Event {}

  /// A step in the life of one visit: an event for [SiteVisitMachine].
  sealed interface OfVisit extends Event {
    /// {@return the agent id of the visit}
    String agentId();
  }

  /// An event for [RoundMachine]: the crawl rests, continues, or begins a round.
  sealed interface OfRound extends Event {}

  /// URLs came from outside: start URLs of the crawl, or links from another site of the crawl.
  ///
  /// @param urls absolute URLs; those on other sites are dropped
  record Seeded(List<String> urls) implements OfRouting {
    /// Copies the list.
    public Seeded {
      urls = List.copyOf(urls);
    }
  }

  /// robots.txt was read.
  ///
  /// @param territories disjoint, covering the site, numbered from 0
  /// @param hasSitemaps whether sitemaps have to be read after the visits
  record Planned(
      List<CrawlTerritory> territories,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean hasSitemaps)
      implements OfRouting {
    /// Copies the list.
    public Planned {
      territories = List.copyOf(territories);
    }
  }

  /// The sitemaps of the site were read, or reading them failed.
  ///
  /// @param urls pages in the sitemaps that no visit requested; also on other sites of the crawl
  /// @param isWhole false if another attempt at one of the sitemaps may give more
  /// @param remarks one sentence for each omission, with its reason
  record SitemapsRead(List<String> urls, boolean isWhole, List<String> remarks)
      implements OfRouting {
    /// Copies the lists.
    public SitemapsRead {
      urls = List.copyOf(urls);
      remarks = List.copyOf(remarks);
    }
  }

  /// The rules of the site are unknown because robots.txt could not be read. URLs wait until the
  /// crawl is resumed.
  record SiteUnreachable() implements OfRouting {}

  /// A visit found URLs outside its scope.
  ///
  /// @param agentId of the visit
  /// @param urls absolute URLs
  record Referred(String agentId, List<String> urls) implements OfRouting {
    /// Copies the list.
    public Referred {
      urls = List.copyOf(urls);
    }
  }

  /// The owner changed the rules of the crawl. URLs that wait, and URLs that were left out, are
  /// judged again. Visits that are at hosts end under the rules of their passports.
  ///
  /// @param rules from now on
  record RulesChanged(ScopeRules rules) implements OfRouting {}

  /// Pages that failed for a reason that may pass are requested again, although they were start
  /// URLs or were found by a visit before.
  ///
  /// @param urls of the site, normalised
  record Retried(List<String> urls) implements OfRouting {
    /// Copies the list.
    public Retried {
      urls = List.copyOf(urls);
    }
  }

  /// The host accepted the agent.
  ///
  /// @param agentId of the visit
  record Accepted(String agentId) implements OfVisit {}

  /// The host has the agent but has not begun its visit, or has suspended it. The waiting time is
  /// stored, so that a resumed crawl waits only for the rest of its limit.
  ///
  /// @param agentId of the visit
  /// @param seconds how long the agent has waited at the host in total
  record Waited(String agentId, long seconds) implements OfVisit {}

  /// The host refused the agent.
  ///
  /// @param agentId of the visit
  /// @param reason one sentence
  record Refused(String agentId, String reason) implements OfVisit {}

  /// robots.txt was read again and no longer assigns the territory to the host. The agent is not
  /// sent.
  ///
  /// @param agentId of the visit
  /// @param reason one sentence
  /// @param mayBeAtHost whether an earlier attempt may have reached the host
  record Withdrawn(String agentId, String reason, boolean mayBeAtHost) implements OfVisit {}

  /// The host did not answer an attempt to send the agent, or has no room at present.
  ///
  /// @param agentId of the visit
  /// @param attempt the number of the attempt, from 1
  /// @param reason one sentence
  record Unreachable(String agentId, int attempt, String reason) implements OfVisit {}

  /// The wait after a failed attempt is over.
  ///
  /// @param agentId of the visit
  /// @param attempt the attempt that failed
  record RetryDue(String agentId, int attempt) implements OfVisit {}

  /// A visit is over and all its findings are stored here.
  ///
  /// @param agentId of the visit
  /// @param ending the end of the visit
  /// @param tally the totals of the visit
  record Ended(String agentId, Ending.Made ending, Tally tally) implements OfVisit {}

  /// The host of a visit was silent for longer than the crawl's patience, or let the agent wait or
  /// run too long.
  ///
  /// @param agentId of the visit
  /// @param reason one sentence
  /// @param tally the totals of the visit, as far as known
  record Lost(String agentId, String reason, Tally tally) implements OfVisit {}

  /// A finished agent was held for long enough.
  ///
  /// @param agentId of the visit
  record HoldOver(String agentId) implements OfVisit {}

  /// The state of a finished agent is stored here.
  ///
  /// @param agentId of the visit
  record FetchedHome(String agentId) implements OfVisit {}

  /// A finished agent could not be fetched.
  ///
  /// @param agentId of the visit
  /// @param attempt the number of the attempt, from 1
  /// @param isFinal whether trying again is pointless
  /// @param reason one sentence
  record FetchFailed(String agentId, int attempt, boolean isFinal, String reason)
      implements OfVisit {}

  /// The host deleted the agent, or could not be reached.
  ///
  /// @param agentId of the visit
  record Disposed(String agentId) implements OfVisit {}

  /// The other sites of the crawl received the URLs of a [Command.Forward].
  ///
  /// @param number of the command
  record Forwarded(int number) implements OfRouting {}

  /// All sites of the crawl are quiet, so agents that are still at hosts can be deleted. A later
  /// URL starts the crawl of the site again.
  record Concluded() implements OfRound {}

  /// The crawl stops here and can be resumed.
  record Interrupted() implements OfRound {}

  /// The limits of the crawl were changed before it is resumed. Territories that an earlier limit
  /// stopped continue from the state of their agents.
  ///
  /// @param allowance the new limits for all visits of one territory together
  /// @param attempts how often a host is tried from now on
  record Raised(Allowance allowance, int attempts) implements OfRound {}

  /// A stopped or crashed crawl continues, or an ended crawl tries again what failed. The shell
  /// then carries out the commands of [SiteCommands#of].
  ///
  /// @param isFromCheckpoint whether a failed visit at home continues from its last checkpoint.
  ///   Events of earlier versions lack this value; their visits started again from the beginning
  record Resumed(boolean isFromCheckpoint) implements OfRound {
    /// Resumes from checkpoints.
    public Resumed() {
      this(true);
    }
  }

  /// A visit has seen all pages, and its agent stays at the host. The event recurs each time that
  /// the agent reports something later. It occurs only if the crawl follows its sites.
  ///
  /// @param agentId of the visit
  /// @param tally the totals of the visit so far
  record Parked(String agentId, Tally tally) implements OfVisit {}

  /// The crawl fetches a staying agent from its host: a new round begins.
  ///
  /// @param agentId of the visit
  record StayOver(String agentId) implements OfRound {}

  /// Some of the start URLs that wait for an agent need not be given to the agent. Another visit
  /// referred to them, but the parcels of the agent show that it visited them already. The agent is
  /// about to be fetched home.
  ///
  /// @param agentId of the visit
  /// @param urls the visited start URLs, normalised
  record Visited(String agentId, List<String> urls) implements OfVisit {
    /// Copies the list.
    public Visited {
      urls = List.copyOf(urls);
    }
  }
}
