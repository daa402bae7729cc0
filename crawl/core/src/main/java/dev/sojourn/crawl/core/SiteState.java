package dev.sojourn.crawl.core;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The state of the crawl of one site.
///
/// @param terms the terms that were fixed before the crawl
/// @param standing the status of the site and of its crawl
/// @param waiting the URLs that wait for the plan or for other sites
/// @param territories the territories of the plan and their visits, ordered by number
/// @param sitemaps whether the sitemaps of the site still have to be read, and the remarks about
///   them
public record SiteState(
    CrawlTerms terms,
    Standing standing,
    Waiting waiting,
    List<TerritoryState> territories,
    SitemapState sitemaps) {

  /// The status of a site.
  ///
  /// @param isPlanned whether robots.txt was read
  /// @param isUnreachable whether robots.txt could not be read, so that nothing may be fetched
  /// @param isInterrupted whether the crawl has to rest
  /// @param isConcluded whether the crawl is over except for the deletion of agents
  public record Standing(
      boolean isPlanned, boolean isUnreachable, boolean isInterrupted, boolean isConcluded) {
    /// A site that is not known yet.
    static final Standing UNKNOWN = new Standing(false, false, false, false);
  }

  /// The URLs that wait.
  ///
  /// @param early URLs that came before the plan
  /// @param outbox URLs for other sites that were not yet handed over
  /// @param forwards how many [Command.Forward]s were issued so far
  /// @param leftOut URLs that the rules of the owner leave out, at most 10,000
  public record Waiting(
      List<String> early, List<Parcelled> outbox, int forwards, List<String> leftOut) {
    /// No URL came yet.
    static final Waiting NONE = new Waiting(List.of(), List.of(), 0, List.of());

    private static final int MAX_LEFT_OUT = 10_000;

    /// Copies the lists.
    public Waiting {
      early = List.copyOf(early);
      outbox = List.copyOf(outbox);
      leftOut = List.copyOf(leftOut);
    }

    Waiting withEarly(Collection<String> urls) {
      return new Waiting(List.copyOf(urls), outbox, forwards, leftOut);
    }

    Waiting withOutbox(List<Parcelled> parcels, int issued) {
      return new Waiting(early, parcels, issued, leftOut);
    }

    Waiting withLeftOut(Collection<String> urls) {
      return new Waiting(early, outbox, forwards, urls.stream().limit(MAX_LEFT_OUT).toList());
    }
  }

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

  /// Copies the list.
  public SiteState {
    territories = List.copyOf(territories);
  }

  /// {@return a site that is not known yet}
  ///
  /// @param terms the terms that were fixed before the crawl
  public static SiteState begin(CrawlTerms terms) {
    return new SiteState(terms, Standing.UNKNOWN, Waiting.NONE, List.of(), SitemapState.NONE);
  }

  /// {@return [Standing#isPlanned()]}
  public boolean isPlanned() {
    return standing.isPlanned();
  }

  /// {@return [Standing#isUnreachable()]}
  public boolean isUnreachable() {
    return standing.isUnreachable();
  }

  /// {@return [Standing#isInterrupted()]}
  public boolean isInterrupted() {
    return standing.isInterrupted();
  }

  /// {@return [Standing#isConcluded()]}
  public boolean isConcluded() {
    return standing.isConcluded();
  }

  /// {@return whether the crawl of this site rests until another site refers to it}
  public boolean isQuiet() {
    return (isPlanned() || isUnreachable())
        && waiting.outbox().isEmpty()
        && !sitemaps.isDue()
        && areVisitsQuiet();
  }

  /// {@return whether no visit is under way or due}
  boolean areVisitsQuiet() {
    return territories.stream().allMatch(TerritoryState::isQuiet);
  }

  /// {@return whether no work is left}
  public boolean isOver() {
    return isConcluded()
        && isQuiet()
        && territories.stream().flatMap(t -> t.visits().stream()).noneMatch(SiteVisit::mayBeAtHost);
  }

  /// {@return the agent ids of all visits whose findings do not count. A later visit repeated their
  /// work, and the territory is complete}
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

  /// {@return the state in which held agents come home if no active visit could refer to their
  /// territories}
  SiteState released() {
    return territories.stream().anyMatch(TerritoryState::isUnderWay)
            || territories.stream().noneMatch(t -> t.stage() instanceof Stage.Holding)
        ? this
        : withTerritories(territories.stream().map(TerritoryState::released).toList());
  }

  /// {@return the state in which a concluded crawl continues if there is something to visit}
  ///
  /// This can happen long after the site was done. Another site was unreachable before and now
  /// refers to pages of this site.
  SiteState reopened() {
    return areVisitsQuiet() ? this : concluded(false);
  }

  SiteState with(TerritoryState changed) {
    var all = new ArrayList<>(territories);
    all.set(changed.territory().number(), changed);
    return withTerritories(all);
  }

  SiteState with(CrawlTerms changed) {
    return new SiteState(changed, standing, waiting, territories, sitemaps);
  }

  private SiteState with(Standing changed) {
    return new SiteState(terms, changed, waiting, territories, sitemaps);
  }

  private SiteState with(Waiting changed) {
    return new SiteState(terms, standing, changed, territories, sitemaps);
  }

  SiteState withTerritories(List<TerritoryState> all) {
    return new SiteState(terms, standing, waiting, all, sitemaps);
  }

  SiteState with(SitemapState read) {
    return new SiteState(terms, standing, waiting, territories, read);
  }

  SiteState planned(Event.Planned plan) {
    return with(new Standing(true, false, isInterrupted(), isConcluded()))
        .with(waiting.withEarly(List.of()))
        .withTerritories(plan.territories().stream().map(TerritoryState::of).toList())
        .with(plan.hasSitemaps() ? SitemapState.DUE : SitemapState.NONE);
  }

  SiteState withEarly(List<String> urls) {
    var all = new LinkedHashSet<>(waiting.early());
    all.addAll(urls);
    return with(waiting.withEarly(all));
  }

  SiteState forwarding(List<String> urls) {
    var all = new ArrayList<>(waiting.outbox());
    all.add(new Parcelled(waiting.forwards(), urls));
    return with(waiting.withOutbox(all, waiting.forwards() + 1));
  }

  SiteState forwarded(int number) {
    var left = waiting.outbox().stream().filter(p -> p.number() != number).toList();
    return with(waiting.withOutbox(left, waiting.forwards()));
  }

  /// Notes URLs that the rules leave out.
  SiteState leavingOut(List<String> urls) {
    var all = new LinkedHashSet<>(waiting.leftOut());
    return all.addAll(urls) ? with(waiting.withLeftOut(all)) : this;
  }

  /// {@return the state in which the URLs that satisfy a condition no longer wait for a visit, but
  /// are left out; no other URL is left out or waits for the plan}
  ///
  /// @param isUnwanted the condition
  SiteState withoutWaiting(Predicate<String> isUnwanted) {
    var unwanted = new ArrayList<String>();
    var all = new ArrayList<TerritoryState>();
    for (var territory : territories) {
      unwanted.addAll(territory.waitingSeeds().stream().filter(isUnwanted).toList());
      all.add(territory.withoutWaiting(isUnwanted));
    }
    return withTerritories(all).with(waiting.withEarly(List.of()).withLeftOut(unwanted));
  }

  SiteState interrupted(boolean now) {
    return with(new Standing(isPlanned(), isUnreachable(), now, isConcluded()));
  }

  SiteState concluded(boolean now) {
    return with(new Standing(isPlanned(), isUnreachable(), isInterrupted(), now));
  }

  SiteState unreachable(boolean now) {
    return with(new Standing(isPlanned(), now, isInterrupted(), isConcluded()));
  }
}
