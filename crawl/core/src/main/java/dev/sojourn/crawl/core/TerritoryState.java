package dev.sojourn.crawl.core;

import dev.sojourn.crawl.core.Stage.Result;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// A territory and its visits.
///
/// @param territory the part of the site
/// @param stage the stage of its agent
/// @param seeds all start URLs that the territory ever got, normalised, in order of arrival; each
///   once, except pages that are requested again after a failure
/// @param visits all visits, in order; [#stage] describes the last visit
/// @param fellBack why its host was given up for visits from home; empty if it was not
/// @param share the limits of all its visits together, if it is a part whose agent has begun;
///   otherwise the limits of the terms apply
public record TerritoryState(
    CrawlTerritory territory,
    Stage stage,
    List<String> seeds,
    List<SiteVisit> visits,
    String fellBack,
    Optional<Allowance> share) {

  /// Less than half of a host's default limit for a passport, whose other data need room too.
  private static final int MAX_START_CHARS = 100_000;

  /// Copies the lists.
  public TerritoryState {
    seeds = List.copyOf(seeds);
    visits = List.copyOf(visits);
  }

  static TerritoryState of(CrawlTerritory territory) {
    return new TerritoryState(
        territory, new Stage.Waiting(), List.of(), List.of(), "", Optional.empty());
  }

  /// {@return the last visit, or empty if there was no visit yet}
  public Optional<SiteVisit> visit() {
    return visits.isEmpty() ? Optional.empty() : Optional.of(visits.getLast());
  }

  /// {@return whether this visit is the last of the territory}
  boolean isLast(SiteVisit visit) {
    return visits.getLast().equals(visit);
  }

  /// {@return how many start URLs were not yet given to a visit}
  public int unsentSeeds() {
    return seeds.size() - visit().map(SiteVisit::to).orElse(0);
  }

  /// {@return the start URLs that were not yet given to a visit}
  public List<String> waitingSeeds() {
    return seeds.subList(seeds.size() - unsentSeeds(), seeds.size());
  }

  /// {@return the territory without those waiting start URLs that satisfy a condition} If only such
  /// URLs were left to visit, the territory is complete.
  ///
  /// @param isUnwanted the condition
  TerritoryState withoutWaiting(Predicate<String> isUnwanted) {
    var kept = new ArrayList<>(seeds.subList(0, seeds.size() - unsentSeeds()));
    waitingSeeds().stream().filter(isUnwanted.negate()).forEach(kept::add);
    if (kept.size() == seeds.size()) {
      return this;
    }
    var next = new TerritoryState(territory, stage, kept, visits, fellBack, share);
    boolean isWhole =
        next.unsentSeeds() == 0
            && stage instanceof Stage.Settled(Result result, _)
            && result == Result.PART
            && visits.getLast().ending().isReturned();
    return isWhole ? next.at(new Stage.Settled(Result.COMPLETE, "")) : next;
  }

  /// {@return whether the territory rests until start URLs arrive}
  public boolean isQuiet() {
    return switch (stage) {
      case Stage.Waiting _, Stage.Settled _, Stage.Staying _ -> true;
      case Stage.Sending _, Stage.Visiting _, Stage.Holding _, Stage.FetchingHome _ -> false;
    };
  }

  /// {@return whether its agent may refer to other territories in its present stage}
  boolean isUnderWay() {
    return switch (stage) {
      case Stage.Sending _, Stage.Visiting _, Stage.FetchingHome _ -> true;
      case Stage.Waiting _, Stage.Holding _, Stage.Settled _, Stage.Staying _ -> false;
    };
  }

  /// {@return whether the findings of a visit count. Once the territory is complete, findings do
  /// not count if a later visit repeated the work}
  ///
  /// @param visit to the territory
  public boolean counts(SiteVisit visit) {
    boolean isComplete =
        stage instanceof Stage.Staying
            || (stage instanceof Stage.Settled(Result result, _) && result == Result.COMPLETE);
    return !isComplete || !visit.ending().isVoid();
  }

  /// {@return the visits for which [#counts] is true, in order}
  public List<SiteVisit> counted() {
    return visits.stream().filter(this::counts).toList();
  }

  /// {@return the agent ids of the visits whose findings do not count}
  public List<String> superseded() {
    return visits.stream().filter(visit -> !counts(visit)).map(SiteVisit::agentId).toList();
  }

  /// {@return the totals of the visits that led to the agent's present state}
  public Tally tally() {
    return visit().map(v -> tallyOf(v.agentId())).orElse(Tally.NONE);
  }

  /// The totals of a visit and of the earlier visits whose state it continued.
  Tally tallyOf(String agentId) {
    return journey(agentId).stream().map(SiteVisit::tally).reduce(Tally.NONE, Tally::plus);
  }

  /// {@return the last visit and the earlier visits whose state it continued, latest first}
  public List<SiteVisit> journey() {
    return visit().map(v -> journey(v.agentId())).orElse(List.of());
  }

  private List<SiteVisit> journey(String agentId) {
    var byId = byAgentId();
    var journey = new ArrayList<SiteVisit>();
    for (var visit = byId.get(agentId); visit != null; visit = byId.get(visit.basis())) {
      journey.add(visit);
    }
    return journey;
  }

  /// The index after the last start URL of a visit: the start URLs of a visit must fit into a
  /// passport.
  int upTo(int from, int maxStarts) {
    int to = from;
    int chars = 0;
    while (to < seeds.size() && to - from < maxStarts) {
      chars += seeds.get(to).length();
      if (to > from && chars > MAX_START_CHARS) {
        return to;
      }
      to++;
    }
    return to;
  }

  Allowance left(CrawlTerms terms, String basis) {
    return share.orElse(terms.allowance()).minus(tallyOf(basis));
  }

  TerritoryState withSeeds(List<String> urls) {
    var known = new HashSet<>(seeds);
    var all = new ArrayList<>(seeds);
    for (var url : urls) {
      if (known.add(url)) {
        all.add(url);
      }
    }
    return all.size() == seeds.size()
        ? this
        : new TerritoryState(territory, stage, all, visits, fellBack, share);
  }

  /// Adds start URLs even if a visit had them before, unless they wait already.
  TerritoryState withSeedsAgain(List<String> urls) {
    var waiting = Set.copyOf(waitingSeeds());
    var all = new ArrayList<>(seeds);
    urls.stream().filter(url -> !waiting.contains(url)).forEach(all::add);
    return all.size() == seeds.size()
        ? this
        : new TerritoryState(territory, stage, all, visits, fellBack, share);
  }

  TerritoryState at(Stage next) {
    return new TerritoryState(territory, next, seeds, visits, fellBack, share);
  }

  /// Sends a held agent home.
  TerritoryState released() {
    return stage instanceof Stage.Holding ? at(new Stage.FetchingHome(1, false)) : this;
  }

  TerritoryState fallenBack(String why) {
    var first = fellBack.isEmpty() ? why : fellBack;
    return new TerritoryState(territory, stage, seeds, visits, first, share);
  }

  /// Sets the limits of its visits from now on, if the territory is a part.
  TerritoryState sharing(Allowance granted) {
    return territory.isPart()
        ? new TerritoryState(territory, stage, seeds, visits, fellBack, Optional.of(granted))
        : this;
  }

  /// Counts some of the waiting start URLs as given to the last visit, because the agent has
  /// visited them. If a visit has to repeat the last one, it gets them too.
  TerritoryState visited(List<String> urls) {
    var last = visits.getLast();
    var asked = Set.copyOf(urls);
    var sorted = new ArrayList<>(seeds.subList(0, last.to()));
    var waiting = seeds.subList(last.to(), seeds.size());
    waiting.stream().filter(asked::contains).forEach(sorted::add);
    int to = sorted.size();
    waiting.stream().filter(url -> !asked.contains(url)).forEach(sorted::add);
    return new TerritoryState(territory, stage, sorted, visits, fellBack, share)
        .changing(last.agentId(), visit -> visit.givenUpTo(to));
  }

  TerritoryState with(SiteVisit visit) {
    var all = new ArrayList<>(visits);
    all.add(visit);
    return new TerritoryState(territory, stage, seeds, all, fellBack, share);
  }

  /// Changes the visit with this agent id, if there is one.
  TerritoryState changing(String agentId, UnaryOperator<SiteVisit> change) {
    var changed =
        visits.stream().map(v -> v.agentId().equals(agentId) ? change.apply(v) : v).toList();
    return new TerritoryState(territory, stage, seeds, changed, fellBack, share);
  }

  private Map<String, SiteVisit> byAgentId() {
    var byId = new HashMap<String, SiteVisit>();
    visits.forEach(v -> byId.put(v.agentId(), v));
    return byId;
  }
}
