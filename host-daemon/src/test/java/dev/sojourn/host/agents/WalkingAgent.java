package dev.sojourn.host.agents;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.Visit;

/// Walks all pages it can reach, and reports the URL of each.
public final class WalkingAgent implements Agent {
  private final Frontier frontier = new Frontier();

  @Override
  public Next visit(Visit visit) {
    frontier.addAll(visit.starts());
    while (frontier.hasNext()) {
      if (visit.fetch(frontier.next()) instanceof Page page && page.isHtml()) {
        visit.report(new PageSeen(page.url(), page.title()));
        frontier.addLinks(page);
      }
      visit.checkpoint();
    }
    return Next.done();
  }
}
