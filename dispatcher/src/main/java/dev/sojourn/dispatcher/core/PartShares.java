package dev.sojourn.dispatcher.core;

import dev.sojourn.visit.VisitOutcome;
import java.util.List;
import java.util.Optional;

/// The shares that the parts of one territory have in its limits. All parts together may spend what
/// the territory may; so a visit begins with a share of what the others leave.
///
/// What is left is divided among the part that begins and those that have still to begin. A part
/// that has spent its share goes on when all others rest, with what they did not need. Each part
/// that waits is left at least one of everything: a visit without a page could not be made.
///
/// A territory that is whole has all of its limits.
final class PartShares {
  /// A part goes on with at least this share of the limits. With less, the last pages would take
  /// one way home and back after the other.
  private static final int LEAST = 64;

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
    int waiting = 0;
    for (var other : others(state, territory)) {
      free = free.minus(claim(other));
      waiting += isWaiting(other) ? 1 : 0;
    }
    boolean isFirst = basis.isEmpty();
    return new Allowance(
        spent.pages() + share(free.pages(), waiting, isFirst),
        spent.pageBytes() + share(free.bytes(), waiting, isFirst),
        spent.findings() + share(free.findings(), waiting, isFirst),
        all.seconds());
  }

  /// The first visit of a part takes at least one, since one was left for it.
  private static long share(long free, int waiting, boolean isFirst) {
    return isFirst ? Math.ceilDiv(free, 1 + waiting) : free / (1 + waiting);
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
        && territory
            .visit()
            .filter(
                v ->
                    v.ending() instanceof Ending.Over(VisitOutcome.Finished _)
                        || territory.left(state.terms(), v.agentId()).spent().isPresent())
            .isPresent();
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

  /// What another part has spent, and while it is under way all that it may spend.
  private static Tally claim(TerritoryState part) {
    boolean maySpend =
        part.visit().filter(v -> v.ending().isOpen()).isPresent()
            || part.stage() instanceof Stage.Staying;
    return maySpend ? part.share().map(PartShares::all).orElse(part.tally()) : part.tally();
  }

  private static Tally all(Allowance share) {
    return new Tally(share.pages(), share.bytes(), 0, share.findings());
  }

  private static boolean isWaiting(TerritoryState part) {
    return switch (part.stage()) {
      case Stage.Waiting _, Stage.Holding _, Stage.FetchingHome _ -> true;
      case Stage.Sending _, Stage.Visiting _, Stage.Settled _, Stage.Staying _ -> false;
    };
  }

  /// {@return the limit that leaves a territory nothing for another visit, by its name in the
  /// sandbox; empty if none does}
  ///
  /// @param state of the site
  /// @param territory for which a visit might begin
  /// @param basis the visit whose state that one would begin with
  static Optional<String> spent(SiteState state, TerritoryState territory, String basis) {
    return of(state, territory, basis).minus(territory.tallyOf(basis)).spent();
  }
}
