package dev.sojourn.crawl.visits;

import dev.sojourn.crawl.core.Tally;

/// A listener to workers, for people who watch the crawl. Its news are kept nowhere. Used by any
/// thread.
public interface VisitListener {

  /// A worker has something to say.
  ///
  /// @param sentence for people
  void note(String sentence);

  /// The sitemaps of a site are being read, or no more.
  ///
  /// @param origin of the site
  /// @param isReading whether they are being read
  void sitemaps(String origin, boolean isReading);

  /// A visit under way has got further.
  ///
  /// @param site of the visit
  /// @param agentId of the visit
  /// @param tally the sums of the visit so far
  void reached(SiteView site, String agentId, Tally tally);

  /// A visit could not read some pages that may well be there.
  ///
  /// @param agentId of the visit
  /// @param pages how many more
  void unread(String agentId, long pages);

  /// An agent that stays at its host has news.
  ///
  /// @param site of the visit
  /// @param news of the agent
  void stays(SiteView site, StayNews news);
}
