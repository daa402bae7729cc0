package dev.sojourn.crawl.core;

import java.util.function.Predicate;

/// The state machine of one site's crawl: it decides the next steps. It hands each event to the
/// machine of its topic: [RoutingMachine], [SiteVisitMachine] or [RoundMachine].
///
/// A territory gets an agent as soon as there is a start URL in it. Start URLs that turn up while
/// the agent is away wait until it has finished. Then it is fetched home and sent again, with its
/// state, so that it visits nothing twice. Each way home and back costs bytes. So the agent is held
/// at its host as long as another agent of the site is under way that could refer to its territory.
/// The hold also ends when the shell says that it was long enough. The last agent under way to
/// finish releases all that are held, so two territories never wait for each other.
///
/// In a crawl that follows its sites an agent may stay at its host. The site is quiet then, and its
/// findings go on coming, until the stay ends or a new round begins.
///
/// Stateless except for the site's rules; may be used by any thread.
public final class SiteMachine {
  private final RoutingMachine routing;
  private final SiteVisitMachine visits;

  /// Creates the machine of a site.
  ///
  /// @param rules the rules of the site
  /// @param isOfCrawl whether an origin is a site of the crawl; links to others are dropped
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
