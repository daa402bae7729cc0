package dev.sojourn.crawl.local.report;

import dev.sojourn.crawl.plan.Plan;

/// Observes the progress of a crawl. Any thread may call it, one at a time; it should return at
/// once.
public interface CrawlListener {

  /// Ignores all events.
  CrawlListener SILENT = new CrawlListener() {};

  /// The crawl, or another round of it, begins or continues. Called before any other method.
  ///
  /// @param sites how many sites there are, including unreachable ones
  default void begun(int sites) {}

  /// robots.txt of a site could not be read, so no page of the site is visited.
  ///
  /// @param origin of the site
  default void unreached(String origin) {}

  /// A site was cut into territories; also called when a crawl is resumed.
  ///
  /// @param plan of one site
  default void planned(Plan plan) {}

  /// Something changed in a territory.
  ///
  /// @param territory its present progress
  default void changed(TerritoryProgress territory) {}

  /// Reading the sitemaps of a site begins or is over. It begins once all linked pages were
  /// visited.
  ///
  /// @param origin of the site
  /// @param isReading true at the start, false at the end
  default void sitemaps(String origin, boolean isReading) {}

  /// Reports a notable fact.
  ///
  /// @param sentence for people
  default void noted(String sentence) {}

  /// Something happened in a crawl that follows its sites.
  ///
  /// @param event to report
  default void followed(FollowEvent event) {}
}
