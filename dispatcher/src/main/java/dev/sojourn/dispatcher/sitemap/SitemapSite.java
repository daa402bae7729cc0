package dev.sojourn.dispatcher.sitemap;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.crawl.visits.YieldingPlaces;
import dev.sojourn.fetch.body.BodyRoom;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.fetch.site.HttpReply;
import dev.sojourn.fetch.site.PoliteSite;
import dev.sojourn.robots.RobotsTxt;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;

/// A site of a crawl for reading its sitemaps: at its pace, and within the limit of requests for
/// all sites. A request with a late answer gives up its place.
///
/// @param server the site, at its pace
/// @param places the places for the requests to all sites
/// @param turn the turn to read a sitemap, for all sites
/// @param rules the rules of its robots.txt
/// @param productToken the product token of the crawler, for the rules
/// @param ofCrawl whether an origin is a site of the crawl
/// @param asked the pages that visits requested
public record SitemapSite(
    PoliteSite server,
    YieldingPlaces places,
    Semaphore turn,
    RobotsTxt rules,
    String productToken,
    Predicate<String> ofCrawl,
    AskedPages asked)
    implements SitemapWalk.Site {

  @Override
  public BodyRoom room() {
    return server.room();
  }

  @Override
  public HttpReply get(PageUrl url) throws InterruptedException {
    try (var _ = places.enter()) {
      return server.get(url, new WireTally());
    }
  }

  @Override
  public boolean allows(PageUrl url) {
    return rules.allows(productToken, url.toString());
  }

  @Override
  public boolean isOfCrawl(String other) {
    return ofCrawl.test(other);
  }

  @Override
  public boolean isAsked(PageUrl url) {
    return asked.contains(url);
  }
}
