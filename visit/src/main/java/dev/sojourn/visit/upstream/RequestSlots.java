package dev.sojourn.visit.upstream;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// Evenly spaced times for requests. Safe for use by several threads.
final class RequestSlots {
  private final long spacingNanos;
  private final LongSupplier nanos;
  private final ReentrantLock lock = new ReentrantLock();
  private boolean isUsed;
  private long next;

  /// @param perSecond the number of requests per second, at least 1
  /// @param nanos a monotonic clock, in nanoseconds
  RequestSlots(int perSecond, LongSupplier nanos) {
    this.spacingNanos = Duration.ofSeconds(1).toNanos() / perSecond;
    this.nanos = nanos;
  }

  /// Takes the next slot.
  ///
  /// @return the time to wait for the slot
  Duration take() {
    lock.lock();
    try {
      long now = nanos.getAsLong();
      long wait = isUsed ? Math.max(0, next - now) : 0;
      isUsed = true;
      next = now + wait + spacingNanos;
      return Duration.ofNanos(wait);
    } finally {
      lock.unlock();
    }
  }
}
