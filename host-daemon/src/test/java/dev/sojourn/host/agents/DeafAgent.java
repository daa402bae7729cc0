package dev.sojourn.host.agents;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.TakesMessages;
import dev.sojourn.agent.Visit;

/// Takes messages, but never answers one.
public final class DeafAgent implements Agent, TakesMessages {
  private long busy;

  @Override
  public String message(String text) {
    return busy + ": " + text;
  }

  @Override
  public Next visit(Visit visit) {
    while (visit.starts().size() < 1_000) {
      busy++;
    }
    return Next.onward(visit.starts());
  }
}
