package dev.sojourn.lab.link;

import java.util.concurrent.TimeUnit;

/// The times at which the line of one direction of a link is free. One chunk follows the other at
/// the rate, and a pause saves up no credit. Chunks that meet an outage leave after it, as if they
/// were sent again then. Not for several threads.
final class LinkSchedule {
  private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  private final LinkSettings settings;
  private long begin = Long.MAX_VALUE;
  private long freeNanos = Long.MIN_VALUE;

  LinkSchedule(LinkSettings settings) {
    this.settings = settings;
  }

  /// Says when the crawl begins, from which outages are counted; there are none before.
  void begin(long nowNanos) {
    begin = nowNanos;
  }

  /// Sends a chunk.
  ///
  /// @param readyNanos when it came to the line; earlier is the end of the chunk before it
  /// @param bytes how many; 0 for a sign
  /// @return when the last of them has left
  long departure(long readyNanos, int bytes) {
    long left = Math.max(readyNanos, freeNanos) + transmission(bytes);
    for (var outage : settings.outages()) {
      if (begin != Long.MAX_VALUE
          && left - begin >= outage.at().toNanos()
          && left - begin < outage.end().toNanos()) {
        left = begin + outage.end().toNanos() + transmission(bytes);
      }
    }
    freeNanos = left;
    return left;
  }

  /// {@return the time that bytes take at the rate}
  long transmission(long bytes) {
    return settings.bitsPerSecond() == 0
        ? 0
        : Math.round(bytes * 8 * NANOS_PER_SECOND / settings.bitsPerSecond());
  }
}
