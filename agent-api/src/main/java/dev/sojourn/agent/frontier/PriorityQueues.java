package dev.sojourn.agent.frontier;

import dev.sojourn.agent.Frontier.Priority;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/// The waiting URLs of a frontier: those of a higher priority first, those of one priority first
/// in, first out. Not thread-safe.
public final class PriorityQueues {
  private final UrlQueue high = new UrlQueue();
  private final UrlQueue normal = new UrlQueue();
  private final UrlQueue low = new UrlQueue();

  /// In the order in which they are emptied.
  private final List<UrlQueue> all = List.of(high, normal, low);

  /// Creates empty queues.
  public PriorityQueues() {}

  /// {@return the queue of a priority}
  ///
  /// @param priority of the URLs in it
  public UrlQueue of(Priority priority) {
    return switch (priority) {
      case HIGH -> high;
      case NORMAL -> normal;
      case LOW -> low;
    };
  }

  /// {@return how many URLs wait}
  public int size() {
    return high.size() + normal.size() + low.size();
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

  /// {@return the URLs that will be taken next if none is added; they go on waiting}
  ///
  /// @param most how many at most
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
  /// @param out takes the octets
  /// @throws IOException if it takes no more
  public void write(OutputStream out) throws IOException {
    for (var queue : all) {
      queue.write(out);
    }
  }

  /// Takes the URLs of a state; the queues are empty before.
  ///
  /// @param in what [#write] wrote, or any other octets
  /// @throws IllegalArgumentException if it is not what queues wrote
  public void read(StateInput in) {
    for (var queue : all) {
      queue.read(in);
    }
  }
}
