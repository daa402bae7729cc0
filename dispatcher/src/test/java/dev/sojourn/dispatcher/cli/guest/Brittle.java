package dev.sojourn.dispatcher.cli.guest;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.TakesMessages;
import dev.sojourn.agent.Visit;
import java.util.ArrayList;

/// An agent that ends of its messages: it throws, or takes more memory than there is.
public final class Brittle implements Agent, TakesMessages {
  @Override
  public String message(String text) {
    if (text.equals("throw")) {
      throw new IllegalStateException("I cannot bear it");
    }
    var taken = new ArrayList<byte[]>();
    while (text.equals("take")) {
      taken.add(new byte[1 << 20]);
    }
    return "still here";
  }

  @Override
  public Next visit(Visit visit) {
    while (true) {
      visit.fetch(visit.starts().getFirst());
      visit.checkpoint();
    }
  }
}
