package dev.sojourn.crawl.core;

import dev.sojourn.base.text.Messages;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongUnaryOperator;

/// The shares that the parts of one territory have in its limits. All parts together may spend what
/// the territory may; so a visit begins with a share of what the others leave.
///
/// The rest of a limit is divided among the part that begins and those that have still to begin. A
/// part that has spent its share goes on when all others rest, with all that they did not need.
/// Each part that waits is left at least one of everything: a visit without a page could not be
/// made.
///
/// A territory that is whole has all of its limits.
final class PartShares {
  /// A part goes on with at least this share of the limits. With less, the last pages would take
  /// one way home and back after the other.
  private static final int LEAST = 64;

  /// The limits that parts share, by their names in the sandbox.
  private static final Set<String> SHARED = Set.of("pages", "findings", "pageBytes");

  private PartShares() {}

  /// {@return the limits of all visits of a territory together}
  ///
  /// @param state of the site
  /// @param territory for which a visit is about to begin
  /// @param basis the visit whose state that one begins with; empty for a new agent
  static Allowance of(SiteState state, TerritoryState territory, String basis) {
    var all = state.terms().allowance();
    if (!territory.territory().isPart()) {
      return all;
    }
    var spent = territory.tallyOf(basis);
    var free = all.minus(spent);
    var others = others(state, territory);
    for (var other : others) {
      free = free.minus(claim(other));
    }
    var portion = portion(basis.isEmpty(), others);
    return new Allowance(
        spent.pages() + portion.applyAsLong(free.pages()),
        spent.pageBytes() + portion.applyAsLong(free.bytes()),
        spent.findings() + portion.applyAsLong(free.findings()),
        all.seconds());
  }

  /// How much of what is free a part takes. Its first visit takes at least one, since one was left
  /// for it. If all others rest, perhaps no link leads to those that wait.
  private static LongUnaryOperator portion(boolean isFirst, List<TerritoryState> others) {
    long waiting = others.stream().filter(PartShares::isWaiting).count();
    if (isFirst) {
      return free -> Math.ceilDiv(free, 1 + waiting);
    }
    return others.stream().allMatch(TerritoryState::isQuiet)
        ? free -> Math.max(0, free - waiting)
        : free -> free / (1 + waiting);
  }

  /// {@return the share with which a visit begins, at least one of everything: a visit with less
  /// cannot be made}
  ///
  /// @param state of the site
  /// @param territory for which a visit is about to begin
  /// @param from the visit whose state that one begins with; empty for a new agent
  /// @param basis the visit before it, up to which all is spent
  static Allowance toBegin(SiteState state, TerritoryState territory, String from, String basis) {
    var share = of(state, territory, from);
    var spent = territory.tallyOf(basis);
    return new Allowance(
        Math.max(share.pages(), spent.pages() + 1),
        Math.max(share.bytes(), spent.pageBytes() + 1),
        Math.max(share.findings(), spent.findings() + 1),
        share.seconds());
  }

  /// {@return whether a territory is a part whose share stopped it, in a visit or before a further
  /// one}
  ///
  /// @param state of the site
  /// @param territory any
  static boolean isStopped(SiteState state, TerritoryState territory) {
    return territory.territory().isPart()
        && territory.stage() instanceof Stage.Settled(var result, _)
        && result == Stage.Result.PART
        && territory.visits().size() < state.terms().maxVisits()
        && territory.visit().filter(v -> isByShare(state, territory, v)).isPresent();
  }

  /// A visit stops at the pages that it asked for. Its tally has those that were found, and may be
  /// less than its share.
  private static boolean isByShare(SiteState state, TerritoryState territory, SiteVisit last) {
    return last.ending().isReturned()
        || (last.ending() instanceof Ending.Stopped(var limit, _) && SHARED.contains(limit))
        || territory.left(state.terms(), last.agentId()).spent().isPresent();
  }

  /// {@return whether a part that has spent its share may go on with what the others left}
  ///
  /// @param state of the site
  /// @param territory that a limit stopped
  static boolean isLeftFor(SiteState state, TerritoryState territory) {
    var all = state.terms().allowance();
    var last = territory.visit().map(SiteVisit::agentId).orElse("");
    var left = of(state, territory, last).minus(territory.tallyOf(last));
    return others(state, territory).stream().allMatch(TerritoryState::isQuiet)
        && left.pages() >= least(all.pages())
        && left.findings() >= least(all.findings())
        && left.bytes() >= least(all.bytes());
  }

  private static long least(long limit) {
    return Math.max(1, limit / LEAST);
  }

  private static List<TerritoryState> others(SiteState state, TerritoryState territory) {
    var own = territory.territory();
    return state.territories().stream()
        .filter(other -> other.territory().partOf() == own.partOf())
        .filter(other -> other.territory().number() != own.number())
        .toList();
  }

  /// The spending of another part; the whole of its share as long as its agent may spend more.
  private static Tally claim(TerritoryState part) {
    return maySpend(part) ? part.share().map(PartShares::all).orElse(part.tally()) : part.tally();
  }

  /// An agent that stays may be left to stay although it was about to come home.
  private static boolean maySpend(TerritoryState part) {
    return switch (part.stage()) {
      case Stage.Sending _, Stage.Visiting _, Stage.Staying _ -> true;
      case Stage.Holding _, Stage.FetchingHome _ ->
          part.visits().getLast().ending() instanceof Ending.Parked;
      case Stage.Waiting _, Stage.Settled _ -> false;
    };
  }

  private static Tally all(Allowance share) {
    return new Tally(share.pages(), share.bytes(), 0, share.findings());
  }

  /// Whether a visit of another part may have to begin. One that failed is made when the crawl is
  /// resumed.
  private static boolean isWaiting(TerritoryState part) {
    return switch (part.stage()) {
      case Stage.Waiting _, Stage.Holding _, Stage.FetchingHome _ -> true;
      case Stage.Settled(var result, _) -> result == Stage.Result.FAILED;
      case Stage.Sending _, Stage.Visiting _, Stage.Staying _ -> false;
    };
  }

  /// {@return why nothing is left of a territory for another visit, one sentence that names the
  /// limit; empty if none of them is spent}
  ///
  /// @param state of the site
  /// @param territory for which a visit might begin
  /// @param basis the visit whose state that one would begin with
  static Optional<String> spent(SiteState state, TerritoryState territory, String basis) {
    return of(state, territory, basis)
        .minus(territory.tallyOf(basis))
        .spent()
        .flatMap(state.terms().allowance()::stopped)
        .map(Ending::reason);
  }

  /// Why no further visit of a territory may be made, if none may.
  static Optional<String> bound(SiteState state, TerritoryState territory, String basis) {
    if (territory.visits().size() >= state.terms().maxVisits()) {
      return Optional.of(
          "stopped after %s, the most of one territory."
              .formatted(Messages.count(state.terms().maxVisits(), "visit")));
    }
    return spent(state, territory, basis);
  }
}
