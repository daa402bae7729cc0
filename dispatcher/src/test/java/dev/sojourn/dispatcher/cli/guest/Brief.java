package dev.sojourn.dispatcher.cli.guest;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Visit;

/// An agent that is done at once.
public final class Brief implements Agent {
  @Override
  public Next visit(Visit visit) {
    return Next.done();
  }
}
