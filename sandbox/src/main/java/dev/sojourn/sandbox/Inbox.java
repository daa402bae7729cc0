package dev.sojourn.sandbox;

import dev.sojourn.sandbox.pipe.FromWorker;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Messages of one visit on their way from the thread that reads the pipe to the visit's own. It
/// holds a bounded number of bytes; the reader waits while it is full, and with it the worker.
final class Inbox {
  private static final int MAX_BYTES = 8 << 20;
  private static final int MAX_MESSAGES = 1_024;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<FromWorker> messages = new ArrayDeque<>();
  private long bytes;
  private boolean closed;

  /// Waits for room and adds the message, or drops it if the inbox is closed.
  void put(FromWorker message) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!closed && (bytes > MAX_BYTES || messages.size() >= MAX_MESSAGES)) {
        changed.await();
      }
      if (!closed) {
        messages.addLast(message);
        bytes += size(message);
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /// Waits for the next message; empty once the inbox is closed and all has been taken.
  Optional<FromWorker> take() {
    lock.lock();
    try {
      while (messages.isEmpty() && !closed) {
        changed.awaitUninterruptibly();
      }
      if (messages.isEmpty()) {
        return Optional.empty();
      }
      var message = messages.removeFirst();
      bytes -= size(message);
      changed.signalAll();
      return Optional.of(message);
    } finally {
      lock.unlock();
    }
  }

  /// Lets nothing more in.
  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private static int size(FromWorker message) {
    return switch (message) {
      case FromWorker.Finding(_, var json) -> json.length;
      case FromWorker.Checkpoint(_, var state) -> state.length;
      case FromWorker.Finished(_, var state, _) -> state.length;
      case FromWorker.Reply(_, _, _, var text) -> 256 + text.length();
      case FromWorker.PageWanted(_, var url) -> 256 + url.length();
      case FromWorker.Referral(_, var url) -> 256 + url.length();
      case FromWorker.LogLine(_, var line) -> 256 + line.length();
      case FromWorker.Stopping(_, var limit, var reason, var where) ->
          256 + limit.length() + reason.length() + where.className().length();
      default -> 256;
    };
  }
}
