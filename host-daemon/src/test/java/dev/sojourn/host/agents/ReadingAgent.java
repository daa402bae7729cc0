package dev.sojourn.host.agents;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.Visit;

/// Reads all pages that it can reach in the order of its frontier, and reports each.
public final class ReadingAgent implements Agent {
  private final Frontier frontier = new Frontier();

  @Override
  public Next visit(Visit visit) {
    frontier.begin(visit);
    while (frontier.hasNext()) {
      if (visit.fetchNext(frontier) instanceof Page page && frontier.isNew(page)) {
        visit.report(new PageSeen(page.url(), page.title() + page.text()));
        frontier.addLinks(page);
      }
    }
    return Next.done();
  }
}
