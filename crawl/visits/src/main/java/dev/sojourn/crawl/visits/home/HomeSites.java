package dev.sojourn.crawl.visits.home;

import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.crawl.visits.SiteView;
import dev.sojourn.robots.RobotsTxt;
import java.io.UncheckedIOException;

/// The sites of a crawl, as visits at home read them over HTTP. All territories of a site share one
/// pace. May be used by any thread.
public interface HomeSites {

  /// {@return the pages of a site for one visit, at the pace of the site}
  ///
  /// @param plan of the site
  WirePages pages(Plan plan);

  /// {@return the limit for concurrent requests to a site that requires no pause}
  int atOnce();

  /// {@return the current rules of a site; its pace follows them from now on}
  ///
  /// @param site with the rules
  /// @throws InterruptedException if the thread was interrupted
  /// @throws UncheckedIOException if [dev.sojourn.crawl.visits.PresentRules#now()] throws it
  RobotsTxt rules(SiteView site) throws InterruptedException;

  /// {@return whether a site must not be requested any more in this run}
  ///
  /// @param plan of the site
  boolean isGone(Plan plan);
}
