package dev.sojourn.dispatcher.crawl;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.crawl.visits.CrawlShell;
import dev.sojourn.crawl.visits.SiteView;
import dev.sojourn.crawl.visits.VisitListener;
import dev.sojourn.crawl.visits.YieldingPlaces;
import dev.sojourn.dispatcher.sitemap.AskedPages;
import dev.sojourn.dispatcher.sitemap.SitemapSite;
import dev.sojourn.dispatcher.sitemap.SitemapWalk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;

/// Reads the sitemaps of a few sites at a time. May be used by any thread.
final class SitemapReading {
  /// The limits for all sites together: sitemaps that were requested recently or are being read,
  /// and all requests under way. More would only wait for each other, and each sitemap may be
  /// large.
  private static final int AT_ONCE = 16;

  static final int MOST = 1_024;

  /// After this time, a sitemap that has not come no longer blocks others.
  private static final Duration YIELDS_AFTER = Duration.ofSeconds(1);

  /// The limit of pages from sitemaps, for all sites together. Each page waits as a text in memory.
  private static final int MOST_LISTED = 2_000_000;

  private static final int LEAST_LISTED_OF_SITE = 1_000;
  private static final int MOST_LISTED_OF_SITE = 100_000;

  private final Semaphore turns = new Semaphore(AT_ONCE, true);
  private final YieldingPlaces places = new YieldingPlaces(AT_ONCE, MOST, YIELDS_AFTER);
  private final CrawlShell shell;
  private final CrawlHeader header;
  private final HttpSites sites;
  private final int siteCount;
  private final VisitListener listener;

  /// @param siteCount the number of sites of the crawl
  SitemapReading(
      CrawlShell shell,
      CrawlHeader header,
      HttpSites sites,
      int siteCount,
      VisitListener listener) {
    this.shell = shell;
    this.header = header;
    this.sites = sites;
    this.siteCount = siteCount;
    this.listener = listener;
  }

  /// {@return whether a site names sitemaps, or has a start URL that may be a sitemap}
  boolean isDue(Plan plan) {
    return sites.readsSitemaps()
        && !(plan.robots().robots().sitemaps().isEmpty() && listStarts(plan.origin()).isEmpty());
  }

  private List<PageUrl> listStarts(String origin) {
    return header.starts().stream()
        .flatMap(start -> PageUrl.parse(start).stream())
        .filter(start -> start.origin().equals(origin) && SitemapWalk.isLikely(start))
        .toList();
  }

  /// Reads the sitemaps of a site, at its pace, for the pages that no visit requested.
  Event.SitemapsRead read(SiteView site, Plan plan) throws IOException, InterruptedException {
    var starts = listStarts(site.origin());
    var asked = AskedPages.of(site.state(), starts, shell);
    listener.sitemaps(site.origin(), true);
    try {
      var rules = sites.rules(site);
      return SitemapWalk.read(
          new SitemapSite(
              sites.of(plan), places, turns, rules, header.productToken(), site.isOfCrawl(), asked),
          site.origin(),
          Math.clamp(MOST_LISTED / siteCount, LEAST_LISTED_OF_SITE, MOST_LISTED_OF_SITE),
          rules.sitemaps(),
          starts.stream().filter(start -> !asked.isHtml(start)).toList());
    } catch (UncheckedIOException e) {
      return new Event.SitemapsRead(
          List.of(), false, List.of(Messages.withoutStop(String.valueOf(e.getMessage())) + "."));
    } finally {
      listener.sitemaps(site.origin(), false);
    }
  }
}
