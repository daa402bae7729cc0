package dev.sojourn.visit.content;

import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/// The source of a site's pages. Several visits may use it at the same time.
@FunctionalInterface
public interface ContentSource {

  /// Reads one page. Redirects are not followed: the caller decides about each redirect.
  ///
  /// @param url a URL of the site
  /// @return the page, its new URL, or the reason why there is no page
  /// @throws IOException if the page could not be read for a temporary reason
  /// @throws InterruptedException if the thread was interrupted
  Content read(PageUrl url) throws IOException, InterruptedException;

  /// Reads one page unless it still has the given validators. A source that ignores validators
  /// always reads the page.
  ///
  /// @param url a URL of the site
  /// @param held the validators; if there are none, the page is always read
  /// @return the page, [Content.NotModified], its new URL, or the reason why there is no page
  /// @throws IOException if the page could not be read for a temporary reason
  /// @throws InterruptedException if the thread was interrupted
  default Content read(PageUrl url, PageValidators held) throws IOException, InterruptedException {
    return read(url);
  }

  /// Lists the pages that changed since an agent's last visit.
  ///
  /// @param filter selects the pages that the visit may see; other pages are not listed
  /// @return the changes, or that this source does not know its changes
  /// @throws IOException if the changes cannot be read now
  /// @throws InterruptedException if the thread was interrupted
  default PageChanges changes(PageFilter filter) throws IOException, InterruptedException {
    return new PageChanges.Unreported(
        "The source of these pages cannot tell which of them changed.");
  }

  /// A choice of pages.
  @FunctionalInterface
  interface PageFilter {
    /// {@return whether a page is selected}
    ///
    /// @param url the URL of the page
    /// @throws InterruptedException if the thread was interrupted during the decision
    boolean admits(PageUrl url) throws InterruptedException;
  }

  /// Called with the pages that a visit will request next; the visit may see all of them. A source
  /// that does not read ahead ignores this call.
  ///
  /// @param urls the new pages, in the order in which they will be requested
  /// @param held the validators with which some of the pages will be requested
  /// @param pages the number of further pages that the visit may request
  /// @param bytes the largest total size of their bodies
  default void expect(
      List<PageUrl> urls, Map<PageUrl, PageValidators> held, long pages, long bytes) {}

  /// {@return whether the visit now waits for a page of this source; false if unknown}
  default boolean isAwaited() {
    return false;
  }

  /// {@return a source that serves only pages of one site from this source}
  ///
  /// @param origin the origin of the site
  default ContentSource onlyOf(String origin) {
    return url ->
        url.origin().equals(origin)
            ? read(url)
            : new Content.Missing(404, url + " is not a page of " + origin + ".");
  }
}
