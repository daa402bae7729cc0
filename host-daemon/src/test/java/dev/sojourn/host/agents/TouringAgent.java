package dev.sojourn.host.agents;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.Visit;

/// Reads all pages at each host, reports how many it has seen on its whole way, and goes on along
/// its itinerary.
public final class TouringAgent implements Agent {
  private int stays;
  private int pages;
  private boolean isReported;

  @Override
  public Next visit(Visit visit) {
    if (!isReported) {
      readAll(visit);
      var left = visit.itinerary().legs().size();
      visit.report(new Reported("stay " + (stays + 1), pages + " pages, " + left + " left"));
      isReported = true;
      visit.checkpoint();
    }
    // The state with which it begins at the next host, also after a crash there.
    stays++;
    isReported = false;
    return Next.along(visit.itinerary());
  }

  private void readAll(Visit visit) {
    var frontier = new Frontier();
    frontier.addAll(visit.starts());
    while (frontier.hasNext()) {
      if (visit.fetch(frontier.next()) instanceof Page page && page.isHtml()) {
        pages++;
        frontier.addLinks(page);
      }
    }
  }
}
