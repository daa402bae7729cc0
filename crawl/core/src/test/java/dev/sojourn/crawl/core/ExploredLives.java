package dev.sojourn.crawl.core;

import dev.sojourn.agent.Scope;
import dev.sojourn.filter.ScopeRules;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// The lives of a small site. From an unknown site on, its machines take every event in every
/// order, until no new state comes.
///
/// Two states count as one if they differ for the machines only by URLs and numbers. The site has
/// one territory, at a host or at home, and its territory at most three visits.
final class ExploredLives {
  private static final String SITE = "http://a.example";
  private static final String OTHER = "http://b.example";
  private static final String HOST = "atp://h.example:1";
  private static final Allowance LIMITS = new Allowance(10, 1000, 10, 60);
  private static final int MOST_VISITS = 3;
  private static final Tally SPENT = new Tally(10, 20, 10, 2);

  private static final ScopeRules NO_PAGES = new ScopeRules(List.of(), List.of("/"), List.of());

  private static final RoutingMachine ROUTING =
      new RoutingMachine(url -> !url.path().startsWith("/no"), List.of(SITE, OTHER)::contains);
  private static final SiteVisitMachine VISITS = new SiteVisitMachine(ROUTING);
  private static final SiteMachine DOOR =
      new SiteMachine(url -> !url.path().startsWith("/no"), List.of(SITE, OTHER)::contains);

  /// A step of one machine.
  ///
  /// @param event that came
  /// @param label its name, and the condition that matters
  /// @param before the state before it
  /// @param after the state that the event's own machine made of it
  record Step(Event event, String label, SiteState before, SiteState after) {}

  /// An event that may come, and its label.
  private record Labelled(String label, Event event) {}

  /// The parts of a state on which its future depends.
  private record Kind(
      List<String> words,
      boolean isEarly,
      boolean isForwarding,
      boolean isLeftOut,
      boolean areSeedsWaiting,
      int visits,
      Optional<Class<?>> ending,
      boolean mayBeAtHost,
      int attempt,
      boolean areLimitsSpent,
      boolean areLimitsOthers,
      boolean areThereRules) {

    static Kind of(SiteState state) {
      var territory = state.territories().stream().findFirst();
      var visit = territory.flatMap(TerritoryState::visit);
      return new Kind(
          List.of(
              StateWords.stage(state),
              StateWords.robots(state),
              StateWords.sitemaps(state),
              StateWords.rest(state),
              StateWords.end(state)),
          !state.waiting().early().isEmpty(),
          !state.waiting().outbox().isEmpty(),
          !state.waiting().leftOut().isEmpty(),
          territory.filter(t -> t.unsentSeeds() > 0).isPresent(),
          territory.map(t -> t.visits().size()).orElse(0),
          visit.map(v -> v.ending().getClass()),
          visit.filter(SiteVisit::mayBeAtHost).isPresent(),
          territory.map(t -> attempt(t.stage())).orElse(0),
          visit.flatMap(v -> territory.get().left(state.terms(), v.agentId()).spent()).isPresent(),
          !state.terms().allowance().equals(LIMITS),
          !state.terms().rules().isEmpty());
    }

    private static int attempt(Stage stage) {
      return switch (stage) {
        case Stage.Sending(int attempt, _) -> attempt;
        case Stage.FetchingHome(int attempt, _) -> attempt;
        case Stage.Waiting _, Stage.Visiting _, Stage.Holding _, Stage.Settled _, Stage.Staying _ ->
            0;
      };
    }
  }

  private final List<SiteState> states = new ArrayList<>();
  private final List<Step> steps = new ArrayList<>();
  private final HashSet<Kind> seen = new HashSet<>();
  private final ArrayDeque<SiteState> fresh = new ArrayDeque<>();

  /// Explores all lives.
  ExploredLives() {
    meet(SiteState.begin(new CrawlTerms(SITE, "k", LIMITS, 2, MOST_VISITS, 2)));
    while (!fresh.isEmpty()) {
      explore(fresh.remove());
    }
  }

  /// The states that were met, the first of all lives first.
  List<SiteState> states() {
    return states;
  }

  /// All steps of all lives.
  List<Step> steps() {
    return steps;
  }

  private void meet(SiteState state) {
    var kind = Kind.of(state);
    // Limits that are raised again and again would allow one visit more each time.
    if (kind.visits() <= MOST_VISITS && seen.add(kind)) {
      states.add(state);
      fresh.add(state);
    }
  }

  private void explore(SiteState state) {
    for (var labelled : events(state)) {
      var after =
          switch (labelled.event()) {
            case Event.OfRouting event -> ROUTING.next(state, event);
            case Event.OfVisit event -> VISITS.next(state, event);
            case Event.OfRound event -> RoundMachine.next(state, event);
          };
      steps.add(new Step(labelled.event(), labelled.label(), state, after));
      if (!after.equals(state)) {
        // An agent that others of its site hold, which this small site does not have.
        meet(after);
        meet(DOOR.next(state, labelled.event()));
      }
    }
  }

  private static List<Labelled> events(SiteState state) {
    var events = new ArrayList<Labelled>();
    addRouting(state, events);
    state.territories().stream()
        .flatMap(territory -> territory.visit().stream())
        .forEach(visit -> addVisit(state, visit.agentId(), events));
    addRound(state, events);
    return events;
  }

  private static void addRouting(SiteState state, List<Labelled> events) {
    add(events, "Seeded, a page of the site", new Event.Seeded(List.of(SITE + "/a")));
    add(events, "Seeded, a disallowed page", new Event.Seeded(List.of(SITE + "/no")));
    add(events, "Seeded, a page of another site", new Event.Seeded(List.of(OTHER + "/b")));
    add(events, "Referred, a page of the site", new Event.Referred("k", List.of(SITE + "/r")));
    add(events, "Referred, a disallowed page", new Event.Referred("k", List.of(SITE + "/no")));
    add(
        events,
        "Referred, a page of another site of the crawl",
        new Event.Referred("k", List.of(OTHER + "/b")));
    add(
        events,
        "Referred, a page of no site of the crawl",
        new Event.Referred("k", List.of("http://c.example/")));
    for (var place : List.of(new Place.Host(HOST), new Place.Home())) {
      var territories = List.of(new CrawlTerritory(0, Scope.site(SITE), place));
      add(events, "Planned", new Event.Planned(territories, false));
      add(events, "Planned, with sitemaps", new Event.Planned(territories, true));
    }
    add(events, "Retried", new Event.Retried(List.of(SITE + "/a")));
    add(events, "RulesChanged, a page is left out", new Event.RulesChanged(NO_PAGES));
    add(events, "RulesChanged, a page is wanted", new Event.RulesChanged(ScopeRules.NONE));
    add(events, "SiteUnreachable", new Event.SiteUnreachable());
    var urls = List.of(SITE + "/s");
    add(events, "SitemapsRead, whole", new Event.SitemapsRead(urls, true, List.of("Read.")));
    add(events, "SitemapsRead, in part", new Event.SitemapsRead(urls, false, List.of("Read.")));
    state.waiting().outbox().stream()
        .map(parcelled -> new Event.Forwarded(parcelled.number()))
        .forEach(event -> add(events, "Forwarded", event));
  }

  private static void addVisit(SiteState state, String agent, List<Labelled> events) {
    add(events, "Accepted", new Event.Accepted(agent));
    add(events, "Waited", new Event.Waited(agent, 1));
    add(events, "Refused", new Event.Refused(agent, "No."));
    add(events, "Withdrawn", new Event.Withdrawn(agent, "No.", true));
    add(events, "Withdrawn", new Event.Withdrawn(agent, "No.", false));
    for (int attempt = 1; attempt <= state.terms().attempts(); attempt++) {
      var last = attempt < state.terms().attempts() ? "" : ", the last attempt";
      add(events, "Unreachable" + last, new Event.Unreachable(agent, attempt, "Away."));
      add(events, "RetryDue", new Event.RetryDue(agent, attempt));
      add(events, "FetchFailed" + last, new Event.FetchFailed(agent, attempt, false, "Away."));
      add(events, "FetchFailed, for good", new Event.FetchFailed(agent, attempt, true, "Gone."));
    }
    var territory = state.territories().getFirst();
    var waiting = territory.unsentSeeds() > 0 ? ", start URLs wait" : "";
    for (var tally : List.of(Tally.NONE, SPENT)) {
      var finished = new Ending.Finished(List.of());
      add(events, "Ended, Finished" + waiting, new Event.Ended(agent, finished, tally));
      add(
          events,
          "Ended, Stopped",
          new Event.Ended(agent, new Ending.Stopped("", "Limit."), tally));
    }
    add(events, "Ended, Recalled", ended(agent, new Ending.Recalled("Home.")));
    add(events, "Ended, Denied", ended(agent, new Ending.Denied("Code.")));
    add(events, "Ended, Failed", ended(agent, new Ending.Failed("Threw.")));
    add(events, "Lost", new Event.Lost(agent, "Silent.", Tally.NONE));
    add(events, "Parked" + waiting, new Event.Parked(agent, Tally.NONE));
    add(events, "HoldOver", new Event.HoldOver(agent));
    add(events, "Visited", new Event.Visited(agent, territory.seeds()));
    add(events, "FetchedHome", new Event.FetchedHome(agent));
    // The shell says so of an agent only after it was asked to dispose of it.
    if (SiteCommands.of(state).stream().anyMatch(Command.Dispose.class::isInstance)) {
      add(events, "Disposed", new Event.Disposed(agent));
    }
  }

  private static Event.Ended ended(String agent, Ending.Made ending) {
    return new Event.Ended(agent, ending, Tally.NONE);
  }

  private static void addRound(SiteState state, List<Labelled> events) {
    state.territories().stream()
        .flatMap(territory -> territory.visit().stream())
        .forEach(visit -> add(events, "StayOver", new Event.StayOver(visit.agentId())));
    add(events, "Concluded", new Event.Concluded());
    add(events, "Interrupted", new Event.Interrupted());
    add(events, "Raised", new Event.Raised(new Allowance(20, 1000, 10, 60), 2));
    add(events, "Raised", new Event.Raised(new Allowance(10, 1000, 10, 90), 2));
    add(events, "Resumed", new Event.Resumed());
  }

  private static void add(List<Labelled> events, String label, Event event) {
    events.add(new Labelled(label, event));
  }
}
