package dev.sojourn.dispatcher.cli.guest;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.Visit;

/// An agent that reports the title of one page of each site of its journey.
public final class Tourist implements Agent {
  /// A finding.
  public record Seen(String title) {}

  @Override
  public Next visit(Visit visit) {
    if (visit.fetch(visit.starts().getFirst()) instanceof Page page) {
      visit.report(new Seen(page.title()));
    }
    return Next.along(visit.itinerary());
  }
}
