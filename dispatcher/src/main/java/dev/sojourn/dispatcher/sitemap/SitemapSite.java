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

/// A site of a crawl as its sitemaps are read: at its pace, in a place that it shares with other
/// sites. It gives the place up if an answer takes long.
///
/// @param server answers, at the pace of the site
/// @param places for the requests of all sites
/// @param turn for what is read of all sites
/// @param rules of its robots.txt
/// @param productToken of the crawler, which the rules name
/// @param ofCrawl whether an origin is a site of the crawl
/// @param asked the pages that visits asked for
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
