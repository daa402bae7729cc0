package dev.sojourn.visit.upstream;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.visit.content.Content;
import java.util.Optional;

/// A web server that is asked for the sitemaps of its site.
public interface SitemapServer {
  /// The largest accepted file, in bytes, both as sent and after removal of a transfer coding. The
  /// whole file is held in memory, sometimes twice.
  int MAX_SENT_BYTES = 16 << 20;

  /// Requests a file of up to [#MAX_SENT_BYTES].
  ///
  /// @param url a URL of the site
  /// @param held the validators of the last copy
  /// @return the file, that it is unchanged, its new URL, or the reason why there is no file
  /// @throws InterruptedException if the thread was interrupted
  Content ask(PageUrl url, PageValidators held) throws InterruptedException;

  /// {@return a URL of the site; empty if the text is not a URL of the site}
  ///
  /// @param text the URL in a file
  Optional<PageUrl> ofSite(String text);
}
