package dev.sojourn.crawl.core;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.crawl.core.Stage.Result;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The state machine of one site's crawl: it decides the next steps.
///
/// A territory gets an agent as soon as there is a start URL in it. Start URLs that turn up while
/// it is away wait until it has finished; then it is fetched home and sent again, with its state,
/// so that it visits nothing twice. Since each such way costs bytes, it is held at its host until
/// no other agent of the site is under way that could refer to its territory, or the shell says
/// that it waited long enough. The last agent under way to finish releases all that are held, so
/// two territories never wait for each other. When its host refuses it, cannot be reached, loses it
/// or ends it as failed, the work of that one visit is done again from home.
///
/// In a crawl that follows its sites an agent may stay at its host. The site is quiet then, and its
/// findings go on coming, until the stay ends or a new round begins.
///
/// Stateless but for the site's rules; may be used by any thread.
public final class SiteMachine {
  private final CrawlRules rules;
  private final Predicate<String> isOfCrawl;

  /// Creates the machine of a site.
  ///
  /// @param rules the rules of the site
  /// @param isOfCrawl whether an origin is a site of the crawl; links to others are dropped
  public SiteMachine(CrawlRules rules, Predicate<String> isOfCrawl) {
    this.rules = rules;
    this.isOfCrawl = isOfCrawl;
  }

  /// {@return the state after an event; [SiteCommands#since] gives the commands for it}
  ///
  /// @param state of the site
  /// @param event the event there
  public SiteState next(SiteState state, Event event) {
    return released(regained(changed(state, event)));
  }

  private SiteState changed(SiteState state, Event event) {
    return switch (event) {
      case Event.Seeded(var urls) -> seeded(state, urls, false);
      case Event.Planned plan ->
          state.isPlanned() ? state : seeded(state.planned(plan), state.early(), false);
      case Event.SitemapsRead read -> sitemapsRead(state, read);
      case Event.SiteUnreachable _ -> state.isPlanned() ? state : state.unreachable(true);
      case Event.Referred(_, var urls) -> seeded(state, urls, true);
      case Event.Accepted(var agentId) -> accepted(state, agentId);
      case Event.Waited(var agentId, long seconds) -> waited(state, agentId, seconds);
      case Event.Refused(var agentId, var reason) -> refused(state, agentId, reason);
      case Event.Withdrawn e -> withdrawn(state, e);
      case Event.Unreachable e -> unreachable(state, e);
      case Event.RetryDue(var agentId, int attempt) -> retry(state, agentId, attempt);
      case Event.Ended e -> ended(state, e);
      case Event.Lost(var agentId, var reason, var tally) -> lost(state, agentId, reason, tally);
      case Event.Parked(var agentId, var tally) -> parked(state, agentId, tally);
      case Event.StayOver(var agentId) -> stayOver(state, agentId, "");
      case Event.Visited(var agentId, var urls) -> visited(state, agentId, urls);
      case Event.HoldOver(var agentId) -> holdOver(state, agentId);
      case Event.FetchedHome(var agentId) -> fetchedHome(state, agentId);
      case Event.FetchFailed e -> fetchFailed(state, e);
      case Event.Disposed(var agentId) -> disposed(state, agentId);
      case Event.Forwarded(int number) -> state.forwarded(number);
      case Event.Concluded _ -> state.isQuiet() ? state.concluded(true) : state;
      case Event.Interrupted _ -> state.interrupted(true);
      case Event.Raised(var allowance, int attempts) ->
          raised(state, state.with(state.terms().with(allowance, attempts)));
      case Event.Resumed(boolean isFromCheckpoint) ->
          resumed(state.interrupted(false), isFromCheckpoint);
    };
  }

  /// A failure gets another chance: a site that could not be reached, a visit at home that failed.
  private static SiteState resumed(SiteState state, boolean isFromCheckpoint) {
    var planned = state.isUnreachable() ? state.unreachable(false).concluded(false) : state;
    var next = planned.with(planned.sitemaps().again());
    for (var territory : state.territories()) {
      if (territory.stage() instanceof Stage.Settled(Result result, _) && result == Result.FAILED) {
        next = next.with(isFromCheckpoint ? goingOn(next, territory) : beginAnew(next, territory));
      }
    }
    return reopened(next);
  }

  /// A visit at home goes on from its last checkpoint; its later lines were never kept.
  private static TerritoryState goingOn(SiteState state, TerritoryState territory) {
    var visit = territory.visits().getLast();
    return territory
        .sharing(PartShares.toBegin(state, territory, visit.agentId(), visit.basis()))
        .changing(visit.agentId(), SiteVisit::reopened)
        .at(new Stage.Visiting());
  }

  private static TerritoryState beginAnew(SiteState state, TerritoryState territory) {
    var visit = territory.visits().getLast();
    return territory.visits().size() < state.terms().maxVisits()
        ? begin(state, territory, visit.place(), visit.basis(), visit.from())
        : territory;
  }

  /// Visits that a raised limit had stopped go on.
  private static SiteState raised(SiteState before, SiteState after) {
    boolean isMore = after.terms().allowance().allowsMoreThan(before.terms().allowance());
    var next = after;
    for (var territory : after.territories()) {
      if (territory.stage() instanceof Stage.Settled(Result result, _) && result == Result.PART) {
        next = next.with(raised(next, territory, isMore));
      }
    }
    return reopened(next);
  }

  /// @param isMore whether there is a limit that allows more than before
  private static TerritoryState raised(SiteState state, TerritoryState territory, boolean isMore) {
    var visit = territory.visits().getLast();
    if (!(visit.ending() instanceof Ending.Stopped)) {
      // It finished, and no further visit was allowed: perhaps one is now.
      return visit.ending().isReturned()
          ? advance(state, territory.at(new Stage.Settled(Result.COMPLETE, "")))
          : territory;
    }
    // Which limit it was is not known here: if it was another one, that stops the visit again.
    // Another part may have taken all that is more; what it leaves is given out when it rests.
    boolean isSpent =
        territory.territory().isPart()
            && PartShares.spent(state, territory, visit.agentId()).isPresent();
    if (!isMore || isSpent) {
      return territory;
    }
    return switch (visit.place()) {
      case Place.Home _ ->
          territory.territory().isPart() ? further(state, territory) : goingOn(state, territory);
      case Place.Host _ -> territory.at(new Stage.FetchingHome(1, false));
    };
  }

  /// Begins a visit with the state of the last one. One that a limit stopped has work to do without
  /// further start URLs, and needs some.
  private static TerritoryState further(SiteState state, TerritoryState territory) {
    var last = territory.visits().getLast();
    int from = territory.unsentSeeds() == 0 ? last.from() : last.to();
    return begin(state, territory, last.place(), last.agentId(), from);
  }

  /// A part of a territory that has spent its share goes on with what the others did not need.
  private static SiteState regained(SiteState state) {
    for (var territory : state.territories()) {
      if (PartShares.isStopped(state, territory) && PartShares.isLeftFor(state, territory)) {
        var going = raised(state, territory, true);
        if (!going.equals(territory)) {
          return reopened(state.with(going));
        }
      }
    }
    return state;
  }

  // Where URLs go

  private SiteState seeded(SiteState state, List<String> urls, boolean isFromHere) {
    var here = new LinkedHashSet<PageUrl>();
    var elsewhere = new LinkedHashSet<String>();
    for (var text : urls) {
      var parsed = PageUrl.parse(text);
      if (parsed.isEmpty()) {
        continue;
      }
      var url = parsed.get();
      if (url.origin().equals(state.terms().origin())) {
        here.add(url);
      } else if (isFromHere && isOfCrawl.test(url.origin())) {
        elsewhere.add(url.toString());
      }
    }
    var next = elsewhere.isEmpty() ? state : state.forwarding(List.copyOf(elsewhere));
    if (!next.isPlanned()) {
      return next.withEarly(here.stream().map(PageUrl::toString).toList());
    }
    return allotted(next, here.stream().filter(rules::allows).toList());
  }

  private SiteState sitemapsRead(SiteState state, Event.SitemapsRead read) {
    return state.sitemaps().isDue()
        ? seeded(
            state.with(new SitemapState(false, read.isWhole(), read.remarks())), read.urls(), true)
        : state;
  }

  /// Gives each URL to the territory that it lies in.
  private SiteState allotted(SiteState state, List<PageUrl> urls) {
    if (urls.isEmpty()) {
      return state;
    }
    var next = state;
    for (var territory : state.territories()) {
      var scope = territory.territory().scope();
      var own = urls.stream().filter(scope::contains).map(PageUrl::toString).toList();
      next = own.isEmpty() ? next : next.with(advance(next, territory.withSeeds(own)));
    }
    return reopened(next);
  }

  /// A crawl that was over goes on where there is something to visit: after a site was unreachable
  /// and is not any more, its pages may refer to sites that were done long before.
  private static SiteState reopened(SiteState state) {
    return state.territories().stream().allMatch(TerritoryState::isQuiet)
        ? state
        : state.concluded(false);
  }

  /// Begins or continues where there are start URLs that no visit was given.
  private static TerritoryState advance(SiteState state, TerritoryState territory) {
    if (territory.unsentSeeds() == 0) {
      return territory;
    }
    return switch (territory.stage()) {
      case Stage.Waiting _ -> begin(state, territory, territory.territory().place(), "", 0);
      case Stage.Settled(Result result, _) ->
          result == Result.COMPLETE ? goOn(state, territory) : territory;
      // Where no further visit is allowed, the agent stays all the same, and they wait.
      case Stage.Staying _ ->
          PartShares.bound(state, territory, territory.visits().getLast().agentId()).isPresent()
              ? territory
              : territory.at(new Stage.Holding());
      case Stage.Sending _, Stage.Visiting _, Stage.Holding _, Stage.FetchingHome _ -> territory;
    };
  }

  private static TerritoryState goOn(SiteState state, TerritoryState territory) {
    var visit = territory.visits().getLast();
    var bound = PartShares.bound(state, territory, visit.agentId());
    if (bound.isPresent()) {
      return territory.at(new Stage.Settled(Result.PART, bound.get()));
    }
    return switch (visit.place()) {
      case Place.Host _ -> territory.at(new Stage.Holding());
      case Place.Home home -> begin(state, territory, home, visit.agentId(), visit.to());
    };
  }

  /// Lets the held agents go on, if no visit is left that could need them.
  private static SiteState released(SiteState state) {
    var territories = state.territories();
    if (territories.stream().anyMatch(TerritoryState::isUnderWay)
        || territories.stream().noneMatch(t -> t.stage() instanceof Stage.Holding)) {
      return state;
    }
    return state.withTerritories(territories.stream().map(SiteMachine::released).toList());
  }

  private static TerritoryState released(TerritoryState territory) {
    return territory.stage() instanceof Stage.Holding
        ? territory.at(new Stage.FetchingHome(1, false))
        : territory;
  }

  private static SiteState holdOver(SiteState state, String agentId) {
    return current(state, agentId).map(t -> state.with(released(t))).orElse(state);
  }

  private static TerritoryState begin(
      SiteState state, TerritoryState territory, Place place, String basis, int from) {
    int number = territory.visits().size();
    int hop =
        territory.visits().stream()
            .filter(v -> v.agentId().equals(basis))
            .mapToInt(v -> v.hop() + 1)
            .findFirst()
            .orElse(0);
    var sharing = territory.sharing(PartShares.toBegin(state, territory, basis, basis));
    var visit =
        new SiteVisit(
            new SiteVisit.Assignment(
                state.terms().agentId(territory.territory().number(), number),
                place,
                hop,
                from,
                territory.upTo(from, state.terms().maxStarts()),
                basis),
            SiteVisit.Result.OPEN,
            place instanceof Place.Host,
            0);
    return sharing
        .with(visit)
        .at(
            switch (place) {
              case Place.Host _ -> new Stage.Sending(1, false);
              case Place.Home _ -> new Stage.Visiting();
            });
  }

  // The next step for a visit

  private static SiteState accepted(SiteState state, String agentId) {
    return current(state, agentId)
        .filter(t -> t.stage() instanceof Stage.Sending)
        .map(t -> state.with(t.at(new Stage.Visiting())))
        .orElse(state);
  }

  private static SiteState waited(SiteState state, String agentId, long seconds) {
    return current(state, agentId)
        .filter(t -> t.stage() instanceof Stage.Visiting)
        .map(t -> state.with(t.changing(agentId, v -> v.waited(seconds))))
        .orElse(state);
  }

  private static SiteState refused(SiteState state, String agentId, String reason) {
    return current(state, agentId)
        .filter(t -> t.stage() instanceof Stage.Sending)
        .map(t -> state.with(fallBack(state, t, new Ending.Refused(reason), Tally.NONE)))
        .orElse(state);
  }

  private static SiteState withdrawn(SiteState state, Event.Withdrawn event) {
    return current(state, event.agentId())
        .filter(t -> t.stage() instanceof Stage.Sending)
        .map(t -> fallBack(state, t, new Ending.Withdrawn(event.reason()), Tally.NONE))
        .map(t -> event.mayBeAtHost() ? t : t.changing(event.agentId(), SiteVisit::disposed))
        .map(state::with)
        .orElse(state);
  }

  private static SiteState unreachable(SiteState state, Event.Unreachable event) {
    var found = current(state, event.agentId());
    if (found.isEmpty() || !found.get().stage().equals(new Stage.Sending(event.attempt(), false))) {
      return state;
    }
    var territory = found.get();
    return state.with(
        event.attempt() < state.terms().attempts()
            ? territory.at(new Stage.Sending(event.attempt(), true))
            : fallBack(state, territory, new Ending.Unreachable(event.reason()), Tally.NONE));
  }

  private static SiteState retry(SiteState state, String agentId, int attempt) {
    var found = current(state, agentId);
    if (found.isEmpty()) {
      return state;
    }
    return switch (found.get().stage()) {
      case Stage.Sending(int failed, boolean isPausing) when isPausing && failed == attempt ->
          state.with(found.get().at(new Stage.Sending(attempt + 1, false)));
      case Stage.FetchingHome(int failed, boolean isPausing) when isPausing && failed == attempt ->
          state.with(found.get().at(new Stage.FetchingHome(attempt + 1, false)));
      case Stage.Waiting _,
          Stage.Sending _,
          Stage.Visiting _,
          Stage.Holding _,
          Stage.FetchingHome _,
          Stage.Settled _,
          Stage.Staying _ ->
          state;
    };
  }

  private static SiteState parked(SiteState state, String agentId, Tally tally) {
    return current(state, agentId)
        .filter(t -> t.stage() instanceof Stage.Visiting || t.stage() instanceof Stage.Staying)
        .filter(t -> t.visits().getLast().place() instanceof Place.Host)
        .map(t -> t.changing(agentId, v -> v.ended(new Ending.Parked(), tally)))
        .map(t -> state.with(advance(state, t.at(new Stage.Staying()))))
        .orElse(state);
  }

  /// An agent that stayed has delivered its territory, whatever becomes of it: its findings count.
  private static SiteState stayOver(SiteState state, String agentId, String reason) {
    return current(state, agentId)
        .filter(t -> t.stage() instanceof Stage.Staying)
        .map(t -> state.with(t.at(new Stage.Settled(Result.COMPLETE, reason))))
        .orElse(state);
  }

  private SiteState ended(SiteState state, Event.Ended event) {
    var found = current(state, event.agentId());
    if (found.isPresent() && found.get().stage() instanceof Stage.Staying) {
      return stayOver(state, event.agentId(), event.ending().reason());
    }
    if (found.isEmpty() || !(found.get().stage() instanceof Stage.Visiting)) {
      return state;
    }
    var territory = found.get();
    var isAtHost = territory.visits().getLast().place() instanceof Place.Host;
    var ending = event.ending();
    if (ending.isVoid() && isAtHost) {
      return state.with(fallBack(state, territory, ending, event.tally()));
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
    var next = state.with(advance(state, settled));
    return ending instanceof Ending.Finished(var onward) && !onward.isEmpty()
        ? seeded(next, onward, true)
        : next;
  }

  private static SiteState lost(SiteState state, String agentId, String reason, Tally tally) {
    if (current(state, agentId).filter(t -> t.stage() instanceof Stage.Staying).isPresent()) {
      return stayOver(state, agentId, reason);
    }
    return current(state, agentId)
        .filter(t -> t.stage() instanceof Stage.Visiting)
        .filter(t -> t.visits().getLast().place() instanceof Place.Host)
        .map(t -> state.with(fallBack(state, t, new Ending.Lost(reason), tally)))
        .orElse(state);
  }

  private static SiteState fetchedHome(SiteState state, String agentId) {
    var found = current(state, agentId);
    if (found.isEmpty() || !(found.get().stage() instanceof Stage.FetchingHome)) {
      return state;
    }
    // Another part may have taken meanwhile what was left.
    return state.with(
        PartShares.spent(state, found.get(), agentId)
            .map(reason -> found.get().at(new Stage.Settled(Result.PART, reason)))
            .orElseGet(() -> further(state, found.get())));
  }

  /// Where nothing else waits for an agent, it is left where it is.
  private static SiteState visited(SiteState state, String agentId, List<String> urls) {
    var found = current(state, agentId);
    if (found.isEmpty() || !(found.get().stage() instanceof Stage.FetchingHome)) {
      return state;
    }
    var territory = found.get().visited(urls);
    if (territory.unsentSeeds() > 0) {
      return state.with(territory);
    }
    return state.with(
        switch (territory.visits().getLast().ending()) {
          case Ending.Parked _ -> territory.at(new Stage.Staying());
          case Ending.Finished _ -> territory.at(new Stage.Settled(Result.COMPLETE, ""));
          default -> territory;
        });
  }

  private static SiteState fetchFailed(SiteState state, Event.FetchFailed event) {
    var found = current(state, event.agentId());
    if (found.isEmpty()
        || !found.get().stage().equals(new Stage.FetchingHome(event.attempt(), false))) {
      return state;
    }
    var territory = found.get();
    var tally = territory.visits().getLast().tally();
    return state.with(
        event.attempt() < state.terms().attempts() && !event.isFinal()
            ? territory.at(new Stage.FetchingHome(event.attempt(), true))
            : fallBack(state, territory, new Ending.Stranded(event.reason()), tally));
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

  /// Gives the host up: the last visit's work is done again from home, from the state that the
  /// agent had before it.
  private static TerritoryState fallBack(
      SiteState state, TerritoryState territory, Ending ending, Tally tally) {
    var visit = territory.visits().getLast();
    var ended =
        territory
            .changing(visit.agentId(), v -> v.ended(ending, tally))
            .fallenBack(ending.reason());
    return begin(state, ended, new Place.Home(), visit.basis(), visit.from());
  }

  private static Optional<TerritoryState> current(SiteState state, String agentId) {
    for (var territory : state.territories()) {
      if (territory.visit().filter(v -> v.agentId().equals(agentId)).isPresent()) {
        return Optional.of(territory);
      }
    }
    return Optional.empty();
  }
}
