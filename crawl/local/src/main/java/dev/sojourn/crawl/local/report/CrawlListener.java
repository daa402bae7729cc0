package dev.sojourn.crawl.local.report;

import dev.sojourn.crawl.plan.Plan;

/// Hears how a crawl goes on. Called by any thread, one at a time; should return at once.
public interface CrawlListener {

  /// Hears nothing.
  CrawlListener SILENT = new CrawlListener() {};

  /// The crawl begins, or goes on, or a further round of it begins; called before any other method.
  ///
  /// @param sites how many there are, those included that cannot be reached
  default void begun(int sites) {}

  /// robots.txt of a site could not be read, so that nothing of it is visited.
  ///
  /// @param origin of the site
  default void unreached(String origin) {}

  /// A site was cut into territories; also called when a crawl is resumed.
  ///
  /// @param plan of one site
  default void planned(Plan plan) {}

  /// Something changed in a territory.
  ///
  /// @param territory how it stands now
  default void changed(TerritoryProgress territory) {}

  /// The sitemaps of a site are being read, when all that links lead to was visited; or they were.
  ///
  /// @param origin of the site
  /// @param isReading whether it begins, or is over
  default void sitemaps(String origin, boolean isReading) {}

  /// Something is worth knowing.
  ///
  /// @param sentence for people
  default void noted(String sentence) {}

  /// Something happened in a crawl that follows its sites.
  ///
  /// @param event what
  default void followed(FollowEvent event) {}
}
