package dev.sojourn.samples;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.Visit;
import dev.sojourn.agent.combine.Partitionable;
import dev.sojourn.agent.parameter.Description;

/// Walks all pages and feeds of its scope. For equal HTML pages that its site permits and its owner
/// wants, it reports one as an [IndexedPage], and [BetterUrl]s.
@Partitionable
@Description("Reports title, headings and text of each page, for a search index.")
public final class IndexingAgent implements Agent {
  private final IndexWish wish;
  private final FollowedSite site;

  /// Creates an agent in its initial state.
  ///
  /// @param wish the agent's parameters
  public IndexingAgent(IndexWish wish) {
    this.wish = wish;
    this.site = new FollowedSite(wish.follow());
  }

  @Override
  public Next visit(Visit visit) {
    site.begin(visit);
    while (site.hasNext()) {
      if (site.fetchNext(visit) instanceof Page page) {
        site.addLinks(page);
        if (wish.wants(page, visit.now())) {
          site.findings(page).forEach(visit::report);
        }
      }
      visit.checkpoint();
    }
    return site.end(visit);
  }
}
