package dev.sojourn.crawl.core;

import dev.sojourn.base.text.Messages;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongUnaryOperator;

/// The shares of a territory's parts in the limits of that territory. All parts together may spend
/// no more than the whole territory. So a visit begins with a share of the amount that the others
/// leave.
///
/// The remainder of a limit is divided among the part that begins and the parts that still have to
/// begin. A part that has spent its share continues once no other part is active. It then gets the
/// amounts that the others did not need. At least one page, byte and finding is kept for each
/// waiting part, since a visit without a page is impossible.
///
/// A territory without parts has the full limits.
final class PartShares {
  /// A part continues only if at least 1/64 of each limit is left. With less, the agent would
  /// travel home and back for each of the last few pages.
  private static final int LEAST = 64;

  /// The limits that parts share, by their names in the sandbox.
  private static final Set<String> SHARED = Set.of("pages", "findings", "pageBytes");

  private PartShares() {}

  /// {@return the limits of all visits of a territory together}
  ///
  /// @param state of the site
  /// @param territory for which a visit is about to begin
  /// @param basis the visit whose state the new visit begins with; empty for a new agent
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

  /// A function from the free amount to the amount that a part takes. The first visit of a part
  /// takes at least one, since one was kept for that part. If all other parts rest, links may never
  /// lead to the waiting parts. The part then takes all but one for each waiting part.
  private static LongUnaryOperator portion(boolean isFirst, List<TerritoryState> others) {
    long waiting = others.stream().filter(PartShares::isWaiting).count();
    if (isFirst) {
      return free -> Math.ceilDiv(free, 1 + waiting);
    }
    return others.stream().allMatch(TerritoryState::isQuiet)
        ? free -> Math.max(0, free - waiting)
        : free -> free / (1 + waiting);
  }

  /// {@return the limits for a visit that begins: at least one page, byte and finding above the
  /// amounts already spent}
  ///
  /// @param state of the site
  /// @param territory for which a visit is about to begin
  /// @param from the visit whose state the new visit begins with; empty for a new agent
  /// @param basis the previous visit; all spending up to its end counts
  static Allowance toBegin(SiteState state, TerritoryState territory, String from, String basis) {
    var share = of(state, territory, from);
    var spent = territory.tallyOf(basis);
    return new Allowance(
        Math.max(share.pages(), spent.pages() + 1),
        Math.max(share.bytes(), spent.pageBytes() + 1),
        Math.max(share.findings(), spent.findings() + 1),
        share.seconds());
  }

  /// {@return whether a territory is a part that its share stopped, during a visit or before the
  /// next visit}
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

  /// Whether the part's share ended its last visit. The limit counts the pages that a visit
  /// requested; the tally counts only the pages found. So the tally of a stopped visit may be below
  /// its share.
  private static boolean isByShare(SiteState state, TerritoryState territory, SiteVisit last) {
    return last.ending().isReturned()
        || (last.ending() instanceof Ending.Stopped(var limit, _) && SHARED.contains(limit))
        || territory.left(state.terms(), last.agentId()).spent().isPresent();
  }

  /// {@return whether a part that has spent its share may continue with the rest of the others'
  /// shares}
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

  /// The amount that another part uses up: its whole share while its agent may still spend, else
  /// its spending.
  private static Tally claim(TerritoryState part) {
    return maySpend(part) ? part.share().map(PartShares::all).orElse(part.tally()) : part.tally();
  }

  /// Whether the agent of a part may still spend something. A parked agent that was to be fetched
  /// home may stay at its host after all.
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

  /// Whether a visit of another part may still have to begin. A resumed crawl repeats a failed
  /// visit.
  private static boolean isWaiting(TerritoryState part) {
    return switch (part.stage()) {
      case Stage.Waiting _, Stage.Holding _, Stage.FetchingHome _ -> true;
      case Stage.Settled(var result, _) -> result == Stage.Result.FAILED;
      case Stage.Sending _, Stage.Visiting _, Stage.Staying _ -> false;
    };
  }

  /// {@return a sentence that names the spent limit; empty if another visit has something left to
  /// spend}
  ///
  /// @param state of the site
  /// @param territory for which a visit might begin
  /// @param basis the visit whose state the other visit would begin with
  static Optional<String> spent(SiteState state, TerritoryState territory, String basis) {
    return of(state, territory, basis)
        .minus(territory.tallyOf(basis))
        .spent()
        .flatMap(state.terms().allowance()::stopped)
        .map(Ending::reason);
  }

  /// The reason why a territory may have no further visit; empty if it may have one.
  static Optional<String> bound(SiteState state, TerritoryState territory, String basis) {
    if (territory.visits().size() >= state.terms().maxVisits()) {
      return Optional.of(
          "stopped after %s, the limit for one territory."
              .formatted(Messages.count(state.terms().maxVisits(), "visit")));
    }
    return spent(state, territory, basis);
  }
}
