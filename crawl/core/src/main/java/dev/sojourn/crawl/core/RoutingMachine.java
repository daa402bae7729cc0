package dev.sojourn.crawl.core;

import dev.sojourn.agent.PageUrl;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Predicate;

/// The routing of URLs in one site's crawl. `docs/crawl-lifecycle.md` shows a diagram.
///
/// A page of the site goes to the territory that contains it, if robots.txt allows the page. Until
/// robots.txt is read, the page waits for the plan. A page on another site of the crawl is
/// forwarded if a visit or a sitemap of this site refers to it. Other URLs are dropped.
///
/// Stateless except for the site's rules; may be used by any thread.
final class RoutingMachine {
  private final CrawlRules rules;
  private final Predicate<String> isOfCrawl;

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
      case Event.Planned plan ->
          state.isPlanned() ? state : routed(state.planned(plan), state.waiting().early(), false);
      case Event.SiteUnreachable _ -> state.isPlanned() ? state : state.unreachable(true);
      case Event.SitemapsRead read -> sitemapsRead(state, read);
      case Event.Forwarded(int number) -> state.forwarded(number);
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
    if (!next.isPlanned()) {
      return next.withEarly(here.stream().map(PageUrl::toString).toList());
    }
    return allotted(next, here.stream().filter(rules::allows).toList());
  }

  private SiteState sitemapsRead(SiteState state, Event.SitemapsRead read) {
    if (!state.sitemaps().isDue()) {
      return state;
    }
    var sitemaps = new SitemapState(false, read.isWhole(), read.remarks());
    return referred(state.with(sitemaps), read.urls());
  }

  /// Gives each URL to the territory that contains it.
  private static SiteState allotted(SiteState state, List<PageUrl> urls) {
    if (urls.isEmpty()) {
      return state;
    }
    var next = state;
    for (var territory : state.territories()) {
      var scope = territory.territory().scope();
      var own = urls.stream().filter(scope::contains).map(PageUrl::toString).toList();
      if (!own.isEmpty()) {
        next = next.with(NextVisit.advance(next, territory.withSeeds(own)));
      }
    }
    return next.reopened();
  }
}
