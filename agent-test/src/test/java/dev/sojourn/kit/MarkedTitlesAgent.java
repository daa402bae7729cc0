package dev.sojourn.kit;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.Visit;
import dev.sojourn.agent.combine.Combines;
import java.util.ArrayList;
import java.util.List;

/// An agent that reads one title, and does what that says when it is combined with others: as one
/// whose host sent a state of its own making.
public final class MarkedTitlesAgent implements Agent, Combines<MarkedTitlesAgent> {
  private static final List<byte[]> HEAP = new ArrayList<>();

  private final List<String> titles = new ArrayList<>();
  private int reports;

  /// A title that was taken in.
  public record Taken(String title, String territory) {}

  /// All of them.
  public record Sum(int part, List<String> titles) {}

  @Override
  public Next visit(Visit visit) {
    if (visit.fetch(visit.starts().getFirst()) instanceof Page page) {
      titles.add(page.title());
    }
    return Next.done();
  }

  @Override
  public void combine(MarkedTitlesAgent other, Scope territory, Visit visit) {
    var title = other.titles.getFirst();
    // What was done before a failure must not stay.
    titles.add(title);
    visit.report(new Taken(title, territory.origin()));
    visit.checkpoint();
    switch (title) {
      case "throw" -> throw new IllegalStateException("as the title says");
      case "loop" -> {
        while (titles.size() > 0) {
          reports++;
        }
      }
      case "allocate" -> {
        while (true) {
          HEAP.add(new byte[1 << 20]);
        }
      }
      case "flood" -> {
        for (int i = 0; i < 1_000; i++) {
          visit.report(new Taken("x".repeat(10_000), ""));
        }
      }
      case "fetch" -> visit.log(visit.cause() + " " + visit.fetch(territory.origin() + "/"));
      case "grow" -> titles.add("y".repeat(20_000_000));
      default -> {}
    }
  }

  @Override
  public void combined(Visit visit) {
    while (reports < 3) {
      visit.report(new Sum(reports, titles));
      reports++;
      visit.checkpoint();
    }
  }
}
