package dev.sojourn.visit.content;

import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Gives the pages of a site. May be asked by several visits at once.
@FunctionalInterface
public interface ContentSource {

  /// Reads one page. Redirects are not followed: the caller decides on each hop.
  ///
  /// @param url of the site that this source serves
  /// @return the page, its new URL, or that there is none
  /// @throws IOException if it could not be read for a reason that may pass
  /// @throws InterruptedException if the thread was interrupted
  Content read(PageUrl url) throws IOException, InterruptedException;

  /// Reads one page unless it still has the given validators. A source without validators reads it
  /// in any case.
  ///
  /// @param url of the site that this source serves
  /// @param held the validators; with none the page is read in any case
  /// @return the page, [Content.NotModified], its new URL, or that there is none
  /// @throws IOException if it could not be read for a reason that may pass
  /// @throws InterruptedException if the thread was interrupted
  default Content read(PageUrl url, PageValidators held) throws IOException, InterruptedException {
    return read(url);
  }

  /// Lists the pages that changed since an agent's last visit.
  ///
  /// @param filter the pages that the visit may see; no others are listed
  /// @return the changes, or that this source does not know them
  /// @throws IOException if they cannot be read now
  /// @throws InterruptedException if the thread was interrupted
  default PageChanges changes(PageFilter filter) throws IOException, InterruptedException {
    return new PageChanges.Unreported(
        "The source of these pages cannot tell which of them changed.");
  }

  /// A choice of pages.
  @FunctionalInterface
  interface PageFilter {
    /// {@return whether a page is among them}
    ///
    /// @param url of the page
    /// @throws InterruptedException if the thread was interrupted while that was found out
    boolean admits(PageUrl url) throws InterruptedException;
  }

  /// Hears which pages a visit will ask for next; all are allowed to it. A source that reads none
  /// ahead has no use for that.
  ///
  /// @param urls those that are new to this source, in the order in which they will be asked for
  /// @param held the validators with which it will ask for some of them
  /// @param pages how many further pages the visit may ask for
  /// @param bytes how much more their bodies may have in all
  default void expect(
      List<PageUrl> urls, Map<PageUrl, PageValidators> held, long pages, long bytes) {}

  /// Gives a page that was read ahead and is not asked for yet. A later request for it has the same
  /// answer, with the same body.
  ///
  /// @param mostBytes that its body may have
  /// @return the next page of those that are expected, each once; empty if there is none now
  default Optional<Content.Found> ahead(int mostBytes) {
    return Optional.empty();
  }

  /// {@return whether the visit waits for a page of this source at this moment; false if that is
  /// not known}
  default boolean isAwaited() {
    return false;
  }

  /// {@return this source for pages of one site; it is never asked for another one's}
  ///
  /// @param origin of the site
  default ContentSource onlyOf(String origin) {
    return url ->
        url.origin().equals(origin)
            ? read(url)
            : new Content.Missing(404, url + " is not a page of " + origin + ".");
  }
}
