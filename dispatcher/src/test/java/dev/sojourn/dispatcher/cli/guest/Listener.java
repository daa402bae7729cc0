package dev.sojourn.dispatcher.cli.guest;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.TakesMessages;
import dev.sojourn.agent.Visit;

/// An agent that reads its page again and again until a message ends it.
public final class Listener implements Agent, TakesMessages {
  private boolean isReported;

  @Override
  public String message(String text) {
    isReported = text.equals("end");
    return "you said: " + text;
  }

  @Override
  public Next visit(Visit visit) {
    while (!isReported) {
      visit.fetch(visit.starts().getFirst());
      visit.checkpoint();
    }
    return Next.done();
  }
}
