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
  private boolean isTold;

  @Override
  public Next visit(Visit visit) {
    if (!isTold) {
      readAll(visit);
      var left = visit.itinerary().legs().size();
      visit.report(new Told("stay " + (stays + 1), pages + " pages, " + left + " left"));
      isTold = true;
      visit.checkpoint();
    }
    // The state with which it begins at the next host, also after a crash there.
    stays++;
    isTold = false;
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
