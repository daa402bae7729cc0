package dev.sojourn.host.daemon;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.time.Duration;
import java.util.Optional;

/// Starts full collections of the daemon's heap at suitable times. By default the serial collector
/// lets the old generation grow to the limit of the heap before it collects. A daemon with few
/// requests then keeps that memory for days. Used by one thread.
///
/// A collection stops the daemon while it marks and moves the live objects: 30 ms for 30 MiB on the
/// two-core machine of docs/performance.md. Dead objects cost almost nothing.
final class HeapCollection {
  private static final Duration LOOK_EVERY = Duration.ofSeconds(5);

  /// The heap of a busy daemon is collected after this many bytes were promoted since the last
  /// collection.
  static final long BUSY_BYTES = 128L << 20;

  /// The heap of an idle daemon is collected after this many bytes were promoted.
  static final long IDLE_BYTES = 4L << 20;

  /// A daemon is idle after this many checks without a promoted byte.
  static final int IDLE_LOOKS = 4;

  private long usedBefore = -1;
  private int quietLooks;

  private HeapCollection() {}

  /// {@return an instance before its first check}
  static HeapCollection unstarted() {
    return new HeapCollection();
  }

  /// Watches the old generation until the thread is interrupted. Returns at once if the collector
  /// has no separate old generation.
  static void watch() {
    var old = oldGeneration();
    if (old.isEmpty()) {
      return;
    }
    var collection = unstarted();
    try {
      while (!Thread.interrupted()) {
        if (collection.isDue(old.get().getUsage().getUsed(), live(old.get()))) {
          System.gc();
        }
        Thread.sleep(LOOK_EVERY);
      }
    } catch (InterruptedException _) {
      // The daemon closes.
    }
  }

  /// Whether the heap should be collected now.
  ///
  /// @param used the bytes in the old generation
  /// @param live the bytes in it after the last full collection; 0 before the first
  boolean isDue(long used, long live) {
    quietLooks = used == usedBefore ? quietLooks + 1 : 0;
    usedBefore = used;
    long promoted = used - live;
    return promoted >= Math.max(BUSY_BYTES, live)
        || (quietLooks >= IDLE_LOOKS && promoted >= IDLE_BYTES);
  }

  private static long live(MemoryPoolMXBean old) {
    var usage = old.getCollectionUsage();
    return usage == null ? 0 : usage.getUsed();
  }

  private static Optional<MemoryPoolMXBean> oldGeneration() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .filter(MemoryPoolMXBean::isUsageThresholdSupported)
        .findFirst();
  }
}
