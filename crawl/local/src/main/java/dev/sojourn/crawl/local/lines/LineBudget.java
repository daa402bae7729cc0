package dev.sojourn.crawl.local.lines;

import java.util.concurrent.atomic.AtomicLong;

/// The budget for lines that are in memory for one purpose. Safe for use by several threads.
final class LineBudget {
  private final long maxBytes;
  private final AtomicLong taken = new AtomicLong();

  LineBudget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /// {@return whether the bytes were free; then they are taken}
  boolean take(long bytes) {
    while (true) {
      long before = taken.get();
      if (bytes > maxBytes - before) {
        return false;
      }
      if (taken.compareAndSet(before, before + bytes)) {
        return true;
      }
    }
  }

  void giveBack(long bytes) {
    taken.addAndGet(-bytes);
  }

  long takenBytes() {
    return taken.get();
  }
}
