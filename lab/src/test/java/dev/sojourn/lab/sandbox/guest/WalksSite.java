package dev.sojourn.lab.sandbox.guest;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.Visit;

/// An agent that walks a whole site and reports URL and title of each page.
public final class WalksSite implements Agent {
  private final Frontier frontier = new Frontier();

  /// Creates an agent that has seen nothing.
  public WalksSite() {}

  /// The finding for a page.
  ///
  /// @param url of the page
  /// @param title of the page
  public record Walked(String url, String title) {}

  @Override
  public Next visit(Visit visit) {
    frontier.begin(visit);
    while (frontier.hasNext()) {
      if (visit.fetchNext(frontier) instanceof Page page) {
        frontier.addLinks(page);
        if (frontier.isNew(page)) {
          visit.report(new Walked(page.url(), page.title()));
        }
      }
      visit.checkpoint();
    }
    visit.log(frontier.counts().words());
    return Next.done();
  }
}
