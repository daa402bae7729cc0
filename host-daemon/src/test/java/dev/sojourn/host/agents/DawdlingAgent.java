package dev.sojourn.host.agents;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.Visit;

/// Walks as [WalkingAgent] does, and takes at least 20 ms for each page.
public final class DawdlingAgent implements Agent {
  private final Frontier frontier = new Frontier();

  @Override
  public Next visit(Visit visit) {
    frontier.addAll(visit.starts());
    while (frontier.hasNext()) {
      if (visit.fetch(frontier.next()) instanceof Page page && page.isHtml()) {
        visit.report(new PageSeen(page.url(), page.title()));
        frontier.addLinks(page);
      }
      long until = visit.budget().time().toMillis() - 20;
      while (visit.budget().time().toMillis() > until) {
        // An agent cannot sleep.
      }
      visit.checkpoint();
    }
    return Next.done();
  }
}
