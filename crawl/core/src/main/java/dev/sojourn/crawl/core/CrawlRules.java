package dev.sojourn.crawl.core;

import dev.sojourn.agent.PageUrl;

/// The rules of a site for the agents of this crawl, a pure function of robots.txt and the product
/// token. The answers must not change during the crawl. So these are the rules that the plan was
/// made with. The current rules decide about each fetch.
@FunctionalInterface
public interface CrawlRules {

  /// {@return whether the page may be fetched}
  ///
  /// @param url of the site
  boolean allows(PageUrl url);
}
