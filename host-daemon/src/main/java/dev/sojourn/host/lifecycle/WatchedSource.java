package dev.sojourn.host.lifecycle;

import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.host.site.Site;
import dev.sojourn.host.site.Sites;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.ContentSource;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// The pages of one visit, from the site as it was at the visit's start; counts the pages read.
///
/// After a reload of the configuration, the current site must also have the page. Thus a visit
/// keeps its original rules, except where they became tighter.
///
/// @param site the site as it was when the visit began
/// @param pages the pages of that site, possibly read ahead
/// @param sites the current sites
/// @param watch counts the pages
/// @param changes reads the changes since the agent's last visit
record WatchedSource(
    Site site, ContentSource pages, Supplier<Sites> sites, VisitWatch watch, ChangeReader changes)
    implements ContentSource {
  /// Reads which pages changed.
  @FunctionalInterface
  interface ChangeReader {
    PageChanges of(PageFilter filter) throws IOException, InterruptedException;
  }

  @Override
  public PageChanges changes(PageFilter filter) throws IOException, InterruptedException {
    return changes.of(filter);
  }

  @Override
  public Content read(PageUrl url) throws IOException, InterruptedException {
    var now = sites.get().find(site.origin());
    if (now.isEmpty()) {
      return new Content.Missing(0, "The site is not served here any more.");
    }
    var content = pages.read(url);
    if (content instanceof Content.Found && !now.get().source().equals(site.source())) {
      var present = now.get().source().read(url);
      if (!(present instanceof Content.Found)) {
        return present;
      }
    }
    if (content instanceof Content.Found found) {
      watch.read(url, found.content().sizeBytes());
    }
    return content;
  }

  @Override
  public void expect(
      List<PageUrl> urls, Map<PageUrl, PageValidators> held, long count, long bytes) {
    pages.expect(urls, held, count, bytes);
  }
}
