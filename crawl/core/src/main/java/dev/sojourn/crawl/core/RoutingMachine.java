package dev.sojourn.crawl.core;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.filter.ScopeRules;
import dev.sojourn.filter.UrlFilter;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The routing of URLs in one site's crawl. `docs/crawl-lifecycle.md` shows a diagram.
///
/// A page of the site goes to the territory that contains it, if robots.txt allows the page. Until
/// robots.txt is read, the page waits for the plan. A page that the owner's rules leave out is
/// noted, and judged again if the rules change. A page on another site of the crawl is forwarded if
/// a visit or a sitemap of this site refers to it. Other URLs are dropped.
///
/// Its only state is what it compiled from the rules; may be used by any thread.
final class RoutingMachine {
  private final CrawlRules rules;
  private final Predicate<String> isOfCrawl;

  /// The filter of the rules that were applied last; a site has the same rules for a long time.
  private volatile UrlFilter filter = UrlFilter.NONE;

  /// Creates the machine of a site.
  ///
  /// @param rules the rules of the site
  /// @param isOfCrawl whether an origin belongs to the crawl
  RoutingMachine(CrawlRules rules, Predicate<String> isOfCrawl) {
    this.rules = rules;
    this.isOfCrawl = isOfCrawl;
  }

  /// {@return the state after an event}
  ///
  /// @param state of the site
  /// @param event the event there
  SiteState next(SiteState state, Event.OfRouting event) {
    return switch (event) {
      case Event.Seeded(var urls) -> routed(state, urls, false);
      case Event.Referred(_, var urls) -> referred(state, urls);
      case Event.Retried(var urls) -> retried(state, urls);
      case Event.Planned plan ->
          state.isPlanned() ? state : routed(state.planned(plan), state.waiting().early(), false);
      case Event.SiteUnreachable _ -> state.isPlanned() ? state : state.unreachable(true);
      case Event.SitemapsRead read -> sitemapsRead(state, read);
      case Event.Forwarded(int number) -> state.forwarded(number);
      case Event.RulesChanged(var changed) -> rulesChanged(state, changed);
    };
  }

  /// {@return the state after this site referred to URLs}
  ///
  /// @param state of the site
  /// @param urls absolute URLs; text that is not a URL is dropped
  SiteState referred(SiteState state, List<String> urls) {
    return routed(state, urls, true);
  }

  /// @param isFromHere whether this site refers to the URLs; if so, URLs on other sites are
  ///   forwarded
  private SiteState routed(SiteState state, List<String> urls, boolean isFromHere) {
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
    return routed(next, here);
  }

  private SiteState routed(SiteState state, Collection<PageUrl> here) {
    var wanting = filter(state);
    var wanted = here.stream().filter(url -> wanting.wants(url.toString())).toList();
    var next =
        wanted.size() == here.size()
            ? state
            : state.leavingOut(
                here.stream().map(PageUrl::toString).filter(url -> !wanting.wants(url)).toList());
    if (!next.isPlanned()) {
      return next.withEarly(wanted.stream().map(PageUrl::toString).toList());
    }
    return allotted(next, wanted.stream().filter(rules::allows).toList());
  }

  private UrlFilter filter(SiteState state) {
    var last = filter;
    var now = state.terms().rules();
    if (!last.rules().equals(now)) {
      last = UrlFilter.of(now);
      filter = last;
    }
    return last;
  }

  private SiteState rulesChanged(SiteState state, ScopeRules changed) {
    if (changed.equals(state.terms().rules())) {
      return state;
    }
    var next = state.with(state.terms().with(changed));
    var wanting = filter(next);
    var early = next.waiting().early();
    var leftOut = next.waiting().leftOut();
    next = next.withoutWaiting(url -> !wanting.wants(url));
    return routed(
        next,
        Stream.concat(early.stream(), leftOut.stream())
            .flatMap(url -> PageUrl.parse(url).stream())
            .toList());
  }

  private SiteState retried(SiteState state, List<String> urls) {
    var filter = filter(state);
    var wanted =
        urls.stream()
            .filter(filter::wants)
            .flatMap(url -> PageUrl.parse(url).stream())
            .filter(rules::allows)
            .toList();
    return allotted(state, wanted, TerritoryState::withSeedsAgain);
  }

  private SiteState sitemapsRead(SiteState state, Event.SitemapsRead read) {
    if (!state.sitemaps().isDue()) {
      return state;
    }
    var sitemaps = new SitemapState(false, read.isWhole(), read.remarks());
    return referred(state.with(sitemaps), read.urls());
  }

  private static SiteState allotted(SiteState state, List<PageUrl> urls) {
    return allotted(state, urls, TerritoryState::withSeeds);
  }

  /// Gives each URL to the territory that contains it.
  private static SiteState allotted(
      SiteState state,
      List<PageUrl> urls,
      BiFunction<TerritoryState, List<String>, TerritoryState> give) {
    if (urls.isEmpty()) {
      return state;
    }
    var next = state;
    for (var territory : state.territories()) {
      var scope = territory.territory().scope();
      var own = urls.stream().filter(scope::contains).map(PageUrl::toString).toList();
      if (!own.isEmpty()) {
        next = next.with(NextVisit.advance(next, give.apply(territory, own)));
      }
    }
    return next.reopened();
  }
}
