package dev.sojourn.crawl.visits.home;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.crawl.visits.SiteView;
import java.io.IOException;

/// Handles start URLs that redirect to another site. Safe for use by several threads.
@FunctionalInterface
public interface MovedStarts {
  /// A URL with which a visit began redirects to another site. When this returns, the consequences
  /// are durable. A repeated call has no effect.
  ///
  /// @param site of the URL
  /// @param start the URL
  /// @param to the URL at the end of the redirects, of another origin
  /// @throws IOException if the consequences cannot be stored
  void moved(SiteView site, PageUrl start, PageUrl to) throws IOException;
}
