package dev.sojourn.crawl.core;

import dev.sojourn.agent.PageUrl;

/// The rules of a site for the agents of this crawl. A pure function of its robots.txt and of the
/// product token. Its answers must stay the same as long as the crawl lasts, so these are the rules
/// of the plan. The rules of the moment decide about each fetch.
@FunctionalInterface
public interface CrawlRules {

  /// {@return whether the page may be fetched}
  ///
  /// @param url of the site
  boolean allows(PageUrl url);
}
