package dev.sojourn.host.agents;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.TakesMessages;
import dev.sojourn.agent.Visit;

/// Stays until its owner asks it to end.
public final class ListeningAgent implements Agent, TakesMessages {
  private int heard;
  private boolean isReported;

  @Override
  public String message(String text) {
    heard++;
    isReported = text.equals("end");
    return heard + ": " + text;
  }

  @Override
  public Next visit(Visit visit) {
    while (!isReported) {
      visit.checkpoint();
    }
    return Next.done();
  }
}
