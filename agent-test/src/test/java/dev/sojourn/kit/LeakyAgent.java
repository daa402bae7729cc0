package dev.sojourn.kit;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Visit;

/// Keeps at its first checkpoint what cannot travel or cannot be read again, and nothing later.
public final class LeakyAgent implements Agent {
  private final Options options;
  private Object kept = "nothing";

  /// What it keeps.
  public record Options(What keeps) {}

  /// Something.
  public enum What {
    NOTHING,
    PAGE,
    UNMADE
  }

  /// An object that can be made once.
  static final class Unmade {
    private final int number;

    Unmade() {
      throw new IllegalStateException("made again");
    }

    Unmade(int number) {
      this.number = number;
    }

    @Override
    public String toString() {
      return "unmade " + number;
    }
  }

  /// Creates the agent.
  public LeakyAgent(Options options) {
    this.options = options;
  }

  @Override
  public Next visit(Visit visit) {
    var page = visit.fetch(visit.starts().getFirst());
    kept =
        switch (options.keeps()) {
          case NOTHING -> "nothing";
          case PAGE -> page;
          case UNMADE -> new Unmade(1);
        };
    visit.checkpoint();
    kept = "nothing";
    visit.log(kept.toString());
    return Next.done();
  }
}
