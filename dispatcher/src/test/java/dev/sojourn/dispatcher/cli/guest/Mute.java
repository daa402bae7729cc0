package dev.sojourn.dispatcher.cli.guest;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Visit;

/// An agent that takes no messages, and never ends by itself.
public final class Mute implements Agent {
  @Override
  public Next visit(Visit visit) {
    while (true) {
      visit.fetch(visit.starts().getFirst());
      visit.checkpoint();
    }
  }
}
