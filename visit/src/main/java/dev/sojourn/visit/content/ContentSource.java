package dev.sojourn.visit.content;

import dev.sojourn.agent.PageUrl;
import java.io.IOException;

/// Gives the pages of a site. May be asked by several visits at once.
@FunctionalInterface
public interface ContentSource {

  /// Reads one page. Redirects are not followed: the caller decides on each hop.
  ///
  /// @param url of the site that this source serves
  /// @return the page, where it moved to, or that there is none
  /// @throws IOException if it could not be had for a reason that may pass
  /// @throws InterruptedException if the thread was interrupted
  Content read(PageUrl url) throws IOException, InterruptedException;
}
