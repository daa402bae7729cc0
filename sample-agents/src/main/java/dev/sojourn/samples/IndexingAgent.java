package dev.sojourn.samples;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.Visit;
import dev.sojourn.agent.parameter.Description;

/// Walks all HTML pages it can reach within its scope and reports an [IndexedPage] for each, unless
/// the page asks not to be indexed. Of pages with equal bodies it reports one, and [BetterUrl]s.
@Description("Reports title, headings and text of each page, for a search index.")
public final class IndexingAgent implements Agent {
  private final Frontier frontier = new Frontier();

  /// Creates an agent that has seen nothing.
  public IndexingAgent() {}

  @Override
  public Next visit(Visit visit) {
    frontier.begin(visit);
    while (frontier.hasNext()) {
      if (visit.fetchNext(frontier) instanceof Page page && page.isHtml()) {
        read(page, visit);
      }
      visit.checkpoint();
    }
    return Next.done();
  }

  private void read(Page page, Visit visit) {
    frontier.addLinks(page);
    boolean mayIndex = page.directives().mayIndex(visit.now());
    if (mayIndex && frontier.isNew(page)) {
      visit.report(IndexedPage.of(page));
    } else if (mayIndex && frontier.isBetterUrl(page)) {
      visit.report(BetterUrl.of(page));
    }
  }
}
