package dev.sojourn.dispatcher.cli.guest;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Visit;

/// An agent that reports forty findings, and never ends by itself.
public final class Reporter implements Agent {
  /// A finding.
  public record Counted(int number) {}

  @Override
  public Next visit(Visit visit) {
    for (int i = 0; i < 40; i++) {
      visit.report(new Counted(i));
    }
    visit.refer("http://other.example/");
    visit.log("that was all");
    while (true) {
      visit.checkpoint();
    }
  }
}
