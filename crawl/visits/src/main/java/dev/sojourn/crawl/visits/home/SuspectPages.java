package dev.sojourn.crawl.visits.home;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.visit.VisitOutcome;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.ContentSource;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The pages at which a worker died. The visit leaves out each such page and continues from its
/// last checkpoint. So one page that is too large for the memory does not affect other pages. The
/// suspect is the page that the agent received last; pages read ahead reach the worker only when
/// the agent requests them. Used by one thread at a time.
public final class SuspectPages implements ContentSource {
  /// A worker that dies more often than this must have another problem.
  private static final int MOST = 10;

  private final Set<PageUrl> pages = new HashSet<>();
  private final ContentSource source;
  private Optional<PageUrl> last = Optional.empty();

  /// Creates an empty set.
  ///
  /// @param source of the pages
  public SuspectPages(ContentSource source) {
    this.source = source;
  }

  @Override
  public Content read(PageUrl url) throws IOException, InterruptedException {
    return read(url, PageValidators.NONE);
  }

  @Override
  public Content read(PageUrl url, PageValidators held) throws IOException, InterruptedException {
    if (pages.contains(url)) {
      return new Content.Missing(0, "The page was too much for the agent.", PageOutcome.LEFT_OUT);
    }
    last = Optional.of(url);
    return source.read(url, held);
  }

  @Override
  public void expect(List<PageUrl> urls, Map<PageUrl, PageValidators> held, long left, long bytes) {
    var others = urls.stream().filter(url -> !pages.contains(url)).toList();
    source.expect(others, held, left, bytes);
  }

  @Override
  public boolean isAwaited() {
    return source.isAwaited();
  }

  /// {@return whether a visit continues without the page that its agent received last}
  ///
  /// @param outcome of the visit
  public boolean canGoOn(VisitOutcome outcome) {
    return outcome instanceof VisitOutcome.WorkerLost && last.isPresent() && pages.size() < MOST;
  }

  /// {@return the last page; it is left out from now on}
  public PageUrl leaveOut() {
    var page = last.orElseThrow();
    pages.add(page);
    last = Optional.empty();
    return page;
  }
}
