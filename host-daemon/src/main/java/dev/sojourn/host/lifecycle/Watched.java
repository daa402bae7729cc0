package dev.sojourn.host.lifecycle;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// A value that changes, and for whose changes others wait. Safe for use by many threads.
///
/// @param <T> an immutable type
final class Watched<T> {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private T value;

  Watched(T first) {
    this.value = first;
  }

  T now() {
    lock.lock();
    try {
      return value;
    } finally {
      lock.unlock();
    }
  }

  /// @param next must not wait
  void change(UnaryOperator<T> next) {
    lock.lock();
    try {
      value = next.apply(value);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Waits until the value is as wanted, or the time is up.
  ///
  /// @return the value then
  T await(Predicate<T> wanted, Duration longest) throws InterruptedException {
    lock.lock();
    try {
      long left = longest.toNanos();
      while (!wanted.test(value) && left > 0) {
        left = changed.awaitNanos(left);
      }
      return value;
    } finally {
      lock.unlock();
    }
  }
}
