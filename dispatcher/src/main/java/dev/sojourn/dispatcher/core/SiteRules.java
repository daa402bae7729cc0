package dev.sojourn.dispatcher.core;

import dev.sojourn.agent.PageUrl;

/// What a site allows the agents of this crawl. A pure function of its robots.txt and of the
/// product token; it has to answer the same as long as the crawl lasts.
@FunctionalInterface
public interface SiteRules {

  /// {@return whether the page may be fetched}
  ///
  /// @param url of the site
  boolean allows(PageUrl url);
}
