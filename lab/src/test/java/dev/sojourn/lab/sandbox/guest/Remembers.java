package dev.sojourn.lab.sandbox.guest;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Visit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// An agent with a state like that of a crawler: URLs to see and seen, counts of words, notes.
public final class Remembers implements Agent {
  private final Frontier frontier = new Frontier();
  private final Map<String, Integer> counts = new HashMap<>();
  private final List<Note> notes = new ArrayList<>();

  private record Note(String url, String title, long bytes) {}

  /// Creates an agent that remembers nothing.
  public Remembers() {}

  /// Remembers this many pages.
  ///
  /// @param pages their number
  public void remember(int pages) {
    for (int i = 0; i < pages; i++) {
      var url = "http://127.0.0.1/path/to/page-" + i + ".html";
      frontier.add(url);
      counts.put("word" + i, i);
      notes.add(new Note(url, "Page number " + i, i * 1_000L));
    }
  }

  @Override
  public Next visit(Visit visit) {
    counts.put("visits", counts.getOrDefault("visits", 0) + notes.size());
    return frontier.hasNext() ? Next.onward(visit.starts()) : Next.done();
  }
}
