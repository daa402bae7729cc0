package dev.sojourn.crawl.local.lines;

import java.util.concurrent.atomic.AtomicLong;

/// The memory budget for lines of one purpose. Safe for use by several threads.
final class LineBudget {
  private final long maxBytes;
  private final AtomicLong taken = new AtomicLong();

  LineBudget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /// {@return whether the bytes were free; if so, they are reserved}
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
