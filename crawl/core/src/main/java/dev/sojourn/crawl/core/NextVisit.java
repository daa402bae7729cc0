package dev.sojourn.crawl.core;

import dev.sojourn.crawl.core.Stage.Result;

/// Decides whether a territory gets another visit, at which place, and from which agent state.
/// Pure; may be used by any thread.
final class NextVisit {
  private NextVisit() {}

  /// {@return the territory, whose agent starts or continues if some start URLs were not yet given
  /// to a visit}
  ///
  /// @param state of the site
  /// @param territory of the site
  static TerritoryState advance(SiteState state, TerritoryState territory) {
    if (territory.unsentSeeds() == 0) {
      return territory;
    }
    return switch (territory.stage()) {
      case Stage.Waiting _ -> begin(state, territory, territory.territory().place(), "", 0);
      case Stage.Settled(Result result, _) ->
          result == Result.COMPLETE ? goOn(state, territory) : territory;
      // If no further visit is allowed, the agent stays and the start URLs wait.
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

  /// {@return the territory after its host was given up: the last visit is repeated from home, from
  /// the state that the agent had before that visit}
  ///
  /// @param state of the site
  /// @param territory whose last visit ended
  /// @param ending the end of that visit
  /// @param tally the totals of that visit, as far as known
  static TerritoryState fallBack(
      SiteState state, TerritoryState territory, Ending ending, Tally tally) {
    var visit = territory.visits().getLast();
    var ended =
        territory
            .changing(visit.agentId(), v -> v.ended(ending, tally))
            .fallenBack(ending.reason());
    return begin(state, ended, new Place.Home(), visit.basis(), visit.from());
  }

  /// {@return the territory with a next visit that begins from the state of the last one}
  ///
  /// A visit that a limit stopped has work left even without new start URLs. But a visit needs
  /// start URLs, so the next visit gets those of the last one again.
  ///
  /// @param state of the site
  /// @param territory whose last visit ended
  static TerritoryState further(SiteState state, TerritoryState territory) {
    var last = territory.visits().getLast();
    int from = territory.unsentSeeds() == 0 ? last.from() : last.to();
    return begin(state, territory, last.place(), last.agentId(), from);
  }

  /// {@return the territory with its home visit continued from the last checkpoint}
  ///
  /// Findings of the visit after that checkpoint were never stored.
  ///
  /// @param state of the site
  /// @param territory whose last visit was at home
  static TerritoryState reopened(SiteState state, TerritoryState territory) {
    var visit = territory.visits().getLast();
    return territory
        .sharing(PartShares.toBegin(state, territory, visit.agentId(), visit.basis()))
        .changing(visit.agentId(), SiteVisit::reopened)
        .at(new Stage.Visiting());
  }

  /// {@return the territory with its last visit repeated at the same place, if another visit is
  /// allowed}
  ///
  /// @param state of the site
  /// @param territory whose last visit failed
  static TerritoryState again(SiteState state, TerritoryState territory) {
    var visit = territory.visits().getLast();
    return territory.visits().size() < state.terms().maxVisits()
        ? begin(state, territory, visit.place(), visit.basis(), visit.from())
        : territory;
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
}
