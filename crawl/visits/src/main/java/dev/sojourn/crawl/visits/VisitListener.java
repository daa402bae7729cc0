package dev.sojourn.crawl.visits;

import dev.sojourn.crawl.core.Tally;

/// Receives news from workers for people who watch the crawl. The news is not stored. Any thread
/// may call it.
public interface VisitListener {

  /// A worker reports a notable fact.
  ///
  /// @param sentence for people
  void note(String sentence);

  /// Reading the sitemaps of a site begins or is over.
  ///
  /// @param origin of the site
  /// @param isReading true at the start, false at the end
  void sitemaps(String origin, boolean isReading);

  /// A visit under way made progress.
  ///
  /// @param site of the visit
  /// @param agentId of the visit
  /// @param tally the totals of the visit so far
  void reached(SiteView site, String agentId, Tally tally);

  /// A visit requested further pages.
  ///
  /// @param agentId of the visit
  /// @param pages in the order of the requests
  void asked(String agentId, RequestedPages pages);

  /// A staying agent has news.
  ///
  /// @param site of the visit
  /// @param news of the agent
  void stays(SiteView site, StayNews news);
}
