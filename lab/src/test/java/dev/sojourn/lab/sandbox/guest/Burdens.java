package dev.sojourn.lab.sandbox.guest;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Visit;

/// An agent that keeps the collector busy: it fills a part of the heap, and then makes garbage for
/// ever. Its start URL ends in the number of arrays of 128 KB that it keeps, and of small objects,
/// as `/1700/1000`.
public final class Burdens implements Agent {
  private static final int ARRAY_BYTES = 131_000;
  private static final int GARBAGE_BYTES = 1 << 14;

  private byte[][] kept = {};
  private Object last = "";

  /// Creates the agent.
  public Burdens() {}

  private record Node(Object before) {}

  @Override
  public Next visit(Visit visit) {
    var url = visit.starts().getFirst();
    int end = url.lastIndexOf('/');
    for (int i = Integer.parseInt(url.substring(end + 1)); i > 0; i--) {
      last = new Node(last);
    }
    kept = new byte[Integer.parseInt(url.substring(url.lastIndexOf('/', end - 1) + 1, end))][];
    for (int i = 0; i < kept.length; i++) {
      kept[i] = new byte[ARRAY_BYTES];
    }
    var garbage = new byte[16][];
    for (int i = 0; ; i = (i + 1) % garbage.length) {
      garbage[i] = new byte[GARBAGE_BYTES];
    }
  }
}
