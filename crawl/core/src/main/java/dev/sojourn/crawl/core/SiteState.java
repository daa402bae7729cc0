package dev.sojourn.crawl.core;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// The state of the crawl of one site.
///
/// @param terms the terms that were settled beforehand
/// @param isPlanned whether robots.txt was read
/// @param isUnreachable whether robots.txt could not be read, so that nothing may be fetched
/// @param isInterrupted whether the crawl is to rest
/// @param isConcluded whether the crawl is over except for disposing of agents
/// @param early URLs that came before the plan
/// @param territories the territories of the plan with the visits there, by number
/// @param outbox URLs for other sites that were not handed over yet
/// @param forwards how many [Command.Forward]s there were so far
/// @param sitemaps whether the sitemaps of the site are still to be read, and what was said of them
public record SiteState(
    CrawlTerms terms,
    boolean isPlanned,
    boolean isUnreachable,
    boolean isInterrupted,
    boolean isConcluded,
    List<String> early,
    List<TerritoryState> territories,
    List<Parcelled> outbox,
    int forwards,
    SitemapState sitemaps) {

  /// A batch of URLs under way to other sites.
  ///
  /// @param number of the command
  /// @param urls normalised
  public record Parcelled(int number, List<String> urls) {
    /// Copies the list.
    public Parcelled {
      urls = List.copyOf(urls);
    }
  }

  /// Copies the lists.
  public SiteState {
    early = List.copyOf(early);
    territories = List.copyOf(territories);
    outbox = List.copyOf(outbox);
  }

  /// {@return a site that is not known yet}
  ///
  /// @param terms the terms that are settled beforehand
  public static SiteState begin(CrawlTerms terms) {
    return new SiteState(
        terms, false, false, false, false, List.of(), List.of(), List.of(), 0, SitemapState.NONE);
  }

  /// {@return whether nothing happens here any more unless another site refers to it}
  public boolean isQuiet() {
    return (isPlanned || isUnreachable)
        && outbox.isEmpty()
        && !sitemaps.isDue()
        && areVisitsQuiet();
  }

  /// {@return whether no visit is under way or due}
  boolean areVisitsQuiet() {
    return territories.stream().allMatch(TerritoryState::isQuiet);
  }

  /// {@return whether nothing is left to do}
  public boolean isOver() {
    return isConcluded
        && isQuiet()
        && territories.stream().flatMap(t -> t.visits().stream()).noneMatch(SiteVisit::mayBeAtHost);
  }

  /// {@return the agent ids of all visits whose findings do not count, because a later visit did
  /// their work again and its territory is complete}
  public List<String> superseded() {
    return territories.stream().flatMap(t -> t.superseded().stream()).toList();
  }

  /// {@return the territory whose last visit has this agent id; empty if no last visit has it}
  ///
  /// @param agentId of a visit
  public Optional<TerritoryState> current(String agentId) {
    return territories.stream()
        .filter(t -> t.visit().filter(v -> v.agentId().equals(agentId)).isPresent())
        .findFirst();
  }

  /// {@return the state, in which the held agents come home if no visit is left that could refer to
  /// their territories}
  SiteState released() {
    return territories.stream().anyMatch(TerritoryState::isUnderWay)
            || territories.stream().noneMatch(t -> t.stage() instanceof Stage.Holding)
        ? this
        : withTerritories(territories.stream().map(TerritoryState::released).toList());
  }

  /// {@return the state, in which a crawl that was over goes on if there is something to visit}
  ///
  /// After a site was unreachable and can be reached again, its pages may refer to sites that were
  /// done long before.
  SiteState reopened() {
    return areVisitsQuiet() ? this : concluded(false);
  }

  SiteState with(TerritoryState changed) {
    var all = new ArrayList<>(territories);
    all.set(changed.territory().number(), changed);
    return withTerritories(all);
  }

  SiteState with(CrawlTerms changed) {
    return new SiteState(
        changed,
        isPlanned,
        isUnreachable,
        isInterrupted,
        isConcluded,
        early,
        territories,
        outbox,
        forwards,
        sitemaps);
  }

  SiteState withTerritories(List<TerritoryState> all) {
    return new SiteState(
        terms,
        isPlanned,
        isUnreachable,
        isInterrupted,
        isConcluded,
        early,
        all,
        outbox,
        forwards,
        sitemaps);
  }

  SiteState planned(Event.Planned plan) {
    var all = plan.territories().stream().map(TerritoryState::of).toList();
    return new SiteState(
        terms,
        true,
        false,
        isInterrupted,
        isConcluded,
        List.of(),
        all,
        outbox,
        forwards,
        plan.hasSitemaps() ? SitemapState.DUE : SitemapState.NONE);
  }

  SiteState with(SitemapState read) {
    return new SiteState(
        terms,
        isPlanned,
        isUnreachable,
        isInterrupted,
        isConcluded,
        early,
        territories,
        outbox,
        forwards,
        read);
  }

  SiteState withEarly(List<String> urls) {
    var all = new LinkedHashSet<>(early);
    all.addAll(urls);
    return new SiteState(
        terms,
        isPlanned,
        isUnreachable,
        isInterrupted,
        isConcluded,
        List.copyOf(all),
        territories,
        outbox,
        forwards,
        sitemaps);
  }

  SiteState forwarding(List<String> urls) {
    var all = new ArrayList<>(outbox);
    all.add(new Parcelled(forwards, urls));
    return new SiteState(
        terms,
        isPlanned,
        isUnreachable,
        isInterrupted,
        isConcluded,
        early,
        territories,
        all,
        forwards + 1,
        sitemaps);
  }

  SiteState forwarded(int number) {
    var left = outbox.stream().filter(p -> p.number() != number).toList();
    return new SiteState(
        terms,
        isPlanned,
        isUnreachable,
        isInterrupted,
        isConcluded,
        early,
        territories,
        left,
        forwards,
        sitemaps);
  }

  SiteState interrupted(boolean now) {
    return new SiteState(
        terms,
        isPlanned,
        isUnreachable,
        now,
        isConcluded,
        early,
        territories,
        outbox,
        forwards,
        sitemaps);
  }

  SiteState concluded(boolean now) {
    return new SiteState(
        terms,
        isPlanned,
        isUnreachable,
        isInterrupted,
        now,
        early,
        territories,
        outbox,
        forwards,
        sitemaps);
  }

  SiteState unreachable(boolean now) {
    return new SiteState(
        terms,
        isPlanned,
        now,
        isInterrupted,
        isConcluded,
        early,
        territories,
        outbox,
        forwards,
        sitemaps);
  }
}
