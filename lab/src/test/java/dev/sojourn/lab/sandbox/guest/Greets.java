package dev.sojourn.lab.sandbox.guest;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Visit;

/// An agent that says one word; if its start URL ends in `/on`, it then asks for that page for
/// ever.
public final class Greets implements Agent {
  /// Creates the agent.
  public Greets() {}

  @Override
  public Next visit(Visit visit) {
    visit.log("up");
    var url = visit.starts().getFirst();
    while (url.endsWith("/on")) {
      visit.fetch(url);
    }
    return Next.done();
  }
}
