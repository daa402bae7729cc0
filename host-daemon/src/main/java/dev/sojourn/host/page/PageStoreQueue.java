package dev.sojourn.host.page;

import dev.sojourn.host.page.PageStoreTask.Put;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The tasks that wait for the thread that writes the page store. Thread-safe. Views that wait have
/// at most 16 MiB together; other tasks are few.
final class PageStoreQueue {
  private static final long MOST_BYTES = 16L << 20;

  /// A view waits this long for others, since one transaction for many costs less.
  private static final Duration LINGER = Duration.ofMillis(20);

  private final PageStoreBound bound;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<PageStoreTask> tasks = new ArrayDeque<>();
  private long bytes;
  private boolean isClosed;

  PageStoreQueue(PageStoreBound bound) {
    this.bound = bound;
  }

  /// Adds a task; never waits for the disk.
  ///
  /// @return false if the queue is full or closed
  boolean add(PageStoreTask task) {
    long size = bytes(task);
    lock.lock();
    try {
      if (isClosed || (size > 0 && bytes + size > MOST_BYTES)) {
        return false;
      }
      tasks.add(task);
      bytes += size;
      changed.signalAll();
      return true;
    } finally {
      lock.unlock();
    }
  }

  private static long bytes(PageStoreTask task) {
    return task instanceof Put put ? put.bytes() : 0;
  }

  /// Waits for tasks, and takes either views for one transaction or one other task.
  ///
  /// @param most the longest wait
  /// @return the tasks; empty after the wait, and when the queue is closed and empty
  List<PageStoreTask> take(Duration most) throws InterruptedException {
    lock.lock();
    try {
      await(most, false);
      if (tasks.peek() instanceof Put) {
        await(LINGER, true);
      }
      var taken = new ArrayList<PageStoreTask>();
      long views = 0;
      for (var next = tasks.peek(); next != null; next = tasks.peek()) {
        views += bytes(next);
        boolean fits =
            next instanceof Put && taken.size() < bound.rows() && views <= bound.batchBytes();
        if (!taken.isEmpty() && !fits) {
          break;
        }
        taken.add(tasks.remove());
        bytes -= bytes(next);
        if (!(next instanceof Put)) {
          break;
        }
      }
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /// Waits for a first task, or for as many views as one transaction takes.
  private void await(Duration most, boolean isForMany) throws InterruptedException {
    long left = most.toNanos();
    while (!isClosed && left > 0 && (isForMany ? !isFilled() : tasks.isEmpty())) {
      left = changed.awaitNanos(left);
    }
  }

  private boolean isFilled() {
    return bytes >= bound.batchBytes()
        || tasks.size() >= bound.rows()
        || !(tasks.peekLast() instanceof Put);
  }

  /// Takes no further tasks.
  void close() {
    lock.lock();
    try {
      isClosed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  boolean isClosed() {
    lock.lock();
    try {
      return isClosed;
    } finally {
      lock.unlock();
    }
  }
}
