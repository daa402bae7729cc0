package dev.sojourn.agent.frontier;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/// The waiting URLs of a frontier: a higher priority comes first; URLs of one priority are first
/// in, first out. Not thread-safe.
public final class PriorityQueues {
  /// The rank of URLs that are taken before all others.
  public static final int HIGH = 0;

  /// The rank of URLs without a given priority.
  public static final int NORMAL = 1;

  /// The rank of URLs that are taken when no other URL waits.
  public static final int LOW = 2;

  /// The queues by rank, in the order in which they are emptied.
  private final List<UrlQueue> all = List.of(new UrlQueue(), new UrlQueue(), new UrlQueue());

  /// Creates empty queues.
  public PriorityQueues() {}

  /// {@return the queue of a priority}
  ///
  /// @param rank [#HIGH], [#NORMAL] or [#LOW]
  public UrlQueue of(int rank) {
    return all.get(rank);
  }

  /// {@return how many URLs wait}
  public int size() {
    int size = 0;
    for (var queue : all) {
      size += queue.size();
    }
    return size;
  }

  /// {@return whether none waits}
  public boolean isEmpty() {
    return size() == 0;
  }

  /// Takes the URL of the highest priority that waited longest.
  ///
  /// @return the URL
  /// @throws NoSuchElementException if none waits
  public WaitingUrl take() {
    for (var queue : all) {
      if (!queue.isEmpty()) {
        return queue.take();
      }
    }
    throw new NoSuchElementException("no URL is waiting");
  }

  /// {@return the URLs that will be taken next if no URL is added; they stay in the queues}
  ///
  /// @param most the limit of URLs
  public List<WaitingUrl> upcoming(int most) {
    var next = new ArrayList<WaitingUrl>();
    for (var queue : all) {
      if (next.size() < most && !queue.isEmpty()) {
        next.addAll(queue.upcoming(most - next.size()));
      }
    }
    return next;
  }

  /// Writes the queues into a state.
  ///
  /// @param out receives the octets, and counts the objects that a reader will make of them
  /// @throws IOException if the output is full
  public void write(StateOutput out) throws IOException {
    for (var queue : all) {
      queue.write(out);
    }
  }

  /// Reads the URLs of a state into these empty queues.
  ///
  /// @param in what [#write] wrote, or any other octets
  /// @throws IllegalArgumentException if the octets are malformed
  public void read(StateInput in) {
    for (var queue : all) {
      queue.read(in);
    }
  }
}
