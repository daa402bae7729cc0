package dev.sojourn.lab.sandbox.guest;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.Visit;

/// An agent that fetches its start URL until it is missing. It looks at the size only, or, if the
/// URL ends in `/parsed`, at title, links and text.
public final class PageReader implements Agent {
  /// The part that is not kept is bounded, and each page adds to it.
  private static final int PAGES_A_CHECKPOINT = 10_000;

  private long pages;
  private long seen;

  /// Creates the agent.
  public PageReader() {}

  @Override
  public Next visit(Visit visit) {
    var url = visit.starts().getFirst();
    boolean parsed = url.endsWith("/parsed");
    while (visit.fetch(url) instanceof Page page) {
      seen += page.sizeBytes();
      if (parsed) {
        seen += page.title().length() + page.links().size() + page.text().length();
      }
      if (++pages % PAGES_A_CHECKPOINT == 0) {
        visit.checkpoint();
      }
    }
    visit.log("octets and signs seen: " + seen);
    return Next.done();
  }
}
