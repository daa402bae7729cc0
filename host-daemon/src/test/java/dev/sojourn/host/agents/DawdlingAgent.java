package dev.sojourn.host.agents;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.Visit;

/// Walks as [WalkingAgent] does, and takes some 20 ms of processor time for each page.
public final class DawdlingAgent implements Agent {
  private static final int WORK = 20_000_000;

  private final Frontier frontier = new Frontier();
  private long busy;

  @Override
  public Next visit(Visit visit) {
    frontier.addAll(visit.starts());
    while (frontier.hasNext()) {
      if (visit.fetch(frontier.next()) instanceof Page page && page.isHtml()) {
        visit.report(new PageSeen(page.url(), page.title()));
        frontier.addLinks(page);
      }
      for (int i = 0; i < WORK; i++) {
        busy = busy * 31 + i; // An agent can neither sleep nor measure such a short time.
      }
      visit.checkpoint();
    }
    return Next.done();
  }
}
