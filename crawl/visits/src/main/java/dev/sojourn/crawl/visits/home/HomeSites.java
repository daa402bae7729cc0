package dev.sojourn.crawl.visits.home;

import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.crawl.visits.SiteView;
import dev.sojourn.robots.RobotsTxt;
import java.io.UncheckedIOException;

/// The sites of a crawl as visits at home read them, over HTTP. A site has one pace for all its
/// territories. May be used by any thread.
public interface HomeSites {

  /// {@return the pages of a site for one visit, at the pace of the site}
  ///
  /// @param plan of the site
  WirePages pages(Plan plan);

  /// {@return how many requests may be under way at a site that asks for no pause}
  int atOnce();

  /// {@return the rules of a site at this moment; its pace follows them from now on}
  ///
  /// @param site the site
  /// @throws InterruptedException if the thread was interrupted
  /// @throws UncheckedIOException as [dev.sojourn.crawl.visits.PresentRules#now()] throws it
  RobotsTxt rules(SiteView site) throws InterruptedException;

  /// {@return whether a site is not to be asked any more in this run}
  ///
  /// @param plan of the site
  boolean isGone(Plan plan);
}
