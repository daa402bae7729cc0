package dev.sojourn.visit.view;

import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.ContentSource;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/// A source whose pages have views.
///
/// @param source the source of the pages
/// @param views makes the views
record ViewingSource(ContentSource source, PageViews views) implements ContentSource {
  @Override
  public Content read(PageUrl url) throws IOException, InterruptedException {
    return read(url, PageValidators.NONE);
  }

  @Override
  public Content read(PageUrl url, PageValidators held) throws IOException, InterruptedException {
    return views.read(source, url, held, false);
  }

  @Override
  public PageChanges changes(PageFilter filter) throws IOException, InterruptedException {
    return source.changes(filter);
  }

  @Override
  public void expect(
      List<PageUrl> urls, Map<PageUrl, PageValidators> held, long pages, long bytes) {
    source.expect(urls, held, pages, bytes);
  }

  @Override
  public boolean isAwaited() {
    return source.isAwaited();
  }
}
