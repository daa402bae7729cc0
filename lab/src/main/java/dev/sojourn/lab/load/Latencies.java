package dev.sojourn.lab.load;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/// The latencies of answers. Many threads may record; read only when all are done.
final class Latencies {
  private final long[] nanos;
  private final AtomicInteger count = new AtomicInteger();

  /// @param most the largest number of records; further ones are dropped
  Latencies(int most) {
    this.nanos = new long[most];
  }

  void record(long tookNanos) {
    int at = count.getAndIncrement();
    if (at < nanos.length) {
      nanos[at] = tookNanos;
    }
  }

  int count() {
    return Math.min(count.get(), nanos.length);
  }

  /// The time within which a share of the answers came.
  Duration within(double part) {
    var sorted = Arrays.copyOf(nanos, count());
    Arrays.sort(sorted);
    return sorted.length == 0
        ? Duration.ZERO
        : Duration.ofNanos(
            sorted[(int) Math.min(sorted.length - 1, Math.round(part * sorted.length))]);
  }
}
