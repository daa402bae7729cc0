package dev.sojourn.visit.sitemap;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.visit.content.Content;
import java.util.Optional;

/// A web server that is asked for the sitemaps of its site.
public interface SitemapServer {
  /// Asks for a file.
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

  /// {@return the largest file that is read, in bytes, with and without compression}
  int maxBytes();
}
