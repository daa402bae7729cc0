package dev.sojourn.visit.upstream;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.visit.content.Content;
import java.util.Optional;

/// A web server that is asked for the sitemaps of its site.
public interface SitemapServer {
  /// The largest file that is taken, in bytes as sent, and without the coding of its transfer. It
  /// is held as a whole, some of the time twice.
  int MAX_SENT_BYTES = 16 << 20;

  /// Asks for a file of up to [#MAX_SENT_BYTES].
  ///
  /// @param url of the site
  /// @param held validators of the copy that was read last
  /// @return the file, that it is the same, where it moved to, or that there is none
  /// @throws InterruptedException if the thread was interrupted
  Content ask(PageUrl url, PageValidators held) throws InterruptedException;

  /// {@return a URL as one of the site; empty if it is none}
  ///
  /// @param text as a file names it
  Optional<PageUrl> ofSite(String text);
}
