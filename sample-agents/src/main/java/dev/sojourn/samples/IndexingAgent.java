package dev.sojourn.samples;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.Visit;
import dev.sojourn.agent.combine.Partitionable;
import dev.sojourn.agent.parameter.Description;

/// Walks all pages and feeds it can reach within its scope and reports an [IndexedPage] for each of
/// HTML, unless the page asks not to be indexed, or a statement denies its use for search. If pages
/// have equal bodies, it reports one of them, and [BetterUrl]s.
@Partitionable
@Description("Reports title, headings and text of each page, for a search index.")
public final class IndexingAgent implements Agent {
  private final FollowedSite site;

  /// Creates an agent that has seen nothing.
  ///
  /// @param wish whether it is to follow its site
  public IndexingAgent(FollowWish wish) {
    this.site = new FollowedSite(wish);
  }

  @Override
  public Next visit(Visit visit) {
    site.begin(visit);
    while (site.hasNext()) {
      if (site.fetchNext(visit) instanceof Page page) {
        site.addLinks(page);
        var now = visit.now();
        if (page.isHtml() && page.directives().mayIndex(now) && !page.usage().denies("search")) {
          site.findings(page).forEach(visit::report);
        }
      }
      visit.checkpoint();
    }
    return site.end(visit);
  }
}
