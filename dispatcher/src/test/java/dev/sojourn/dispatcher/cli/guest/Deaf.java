package dev.sojourn.dispatcher.cli.guest;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.TakesMessages;
import dev.sojourn.agent.Visit;

/// An agent that never comes to its messages, which it takes at checkpoints.
public final class Deaf implements Agent, TakesMessages {
  @Override
  public String message(String text) {
    return text;
  }

  @Override
  public Next visit(Visit visit) {
    while (true) {
      visit.fetch(visit.starts().getFirst());
    }
  }
}
