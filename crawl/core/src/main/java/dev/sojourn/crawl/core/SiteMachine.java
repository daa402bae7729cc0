package dev.sojourn.crawl.core;

import java.util.function.Predicate;

/// The state machine of one site's crawl: it decides the next steps. It passes each event to the
/// machine of its topic: [RoutingMachine], [SiteVisitMachine] or [RoundMachine].
///
/// A territory gets an agent as soon as it has a start URL. Start URLs that arrive during the
/// agent's visit wait until the agent has finished. Then the agent is fetched home and sent again
/// with its state, so that it visits nothing twice. Each round trip costs bytes. So the agent is
/// held at its host while another agent of the site is under way that could refer to its territory.
/// The hold also ends when the shell reports that it lasted long enough. When no agent is under way
/// any more, all held agents are released. So two territories never wait for each other.
///
/// If the crawl follows its sites, an agent may stay at its host. The site is then quiet. The
/// agent's findings keep arriving until the stay ends or a new round begins.
///
/// Stateless except for the site's rules; may be used by any thread.
public final class SiteMachine {
  private final RoutingMachine routing;
  private final SiteVisitMachine visits;

  /// Creates the machine of a site.
  ///
  /// @param rules the rules of the site
  /// @param isOfCrawl whether an origin belongs to the crawl; links to other origins are dropped
  public SiteMachine(CrawlRules rules, Predicate<String> isOfCrawl) {
    this.routing = new RoutingMachine(rules, isOfCrawl);
    this.visits = new SiteVisitMachine(routing);
  }

  /// {@return the state after an event; [SiteCommands#since] gives the commands for it}
  ///
  /// @param state of the site
  /// @param event the event there
  public SiteState next(SiteState state, Event event) {
    var next =
        switch (event) {
          case Event.OfRouting ofRouting -> routing.next(state, ofRouting);
          case Event.OfVisit ofVisit -> visits.next(state, ofVisit);
          case Event.OfRound ofRound -> RoundMachine.next(state, ofRound);
        };
    return RoundMachine.regained(next).released();
  }
}
