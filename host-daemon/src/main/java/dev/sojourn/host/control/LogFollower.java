package dev.sojourn.host.control;

import dev.sojourn.control.ControlRequest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A reader of the log with a bounded queue of lines. If it is too slow, the oldest lines are
/// dropped, and it receives their number.
final class LogFollower {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<String> waiting = new ArrayDeque<>();
  private long lost;

  /// Lines taken from the queue.
  ///
  /// @param lost the number of dropped lines before them
  /// @param lines the lines, in their order
  record Taken(long lost, List<String> lines) {}

  void add(String line) {
    lock.lock();
    try {
      waiting.addLast(line);
      if (waiting.size() > ControlRequest.MAX_LINES) {
        waiting.removeFirst();
        lost++;
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Takes all waiting lines. If there are none, waits for a line, at most the given time.
  Taken take(Duration longest) throws InterruptedException {
    lock.lock();
    try {
      long nanos = longest.toNanos();
      while (waiting.isEmpty() && nanos > 0) {
        nanos = changed.awaitNanos(nanos);
      }
      var taken = new Taken(lost, new ArrayList<>(waiting));
      waiting.clear();
      lost = 0;
      return taken;
    } finally {
      lock.unlock();
    }
  }
}
