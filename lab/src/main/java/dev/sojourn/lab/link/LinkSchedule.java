package dev.sojourn.lab.link;

import java.util.concurrent.TimeUnit;

/// The times at which the line of one direction of a link is free. Chunks leave one after the other
/// at the rate, and idle time gives no credit. A chunk that meets an outage leaves after the
/// outage, as if sent again then. Not thread-safe.
final class LinkSchedule {
  private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  private final LinkSettings settings;
  private long begin = Long.MAX_VALUE;
  private long freeNanos = Long.MIN_VALUE;

  LinkSchedule(LinkSettings settings) {
    this.settings = settings;
  }

  /// Sets the start of the crawl, from which outages are counted. Before that, there are no
  /// outages.
  void begin(long nowNanos) {
    begin = nowNanos;
  }

  /// Sends a chunk.
  ///
  /// @param readyNanos when the chunk reached the line; may be before the previous chunk has left
  /// @param bytes size; 0 for a sign
  /// @return when the last byte has left
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

  /// {@return the transmission time of these bytes at the rate}
  long transmission(long bytes) {
    return settings.bitsPerSecond() == 0
        ? 0
        : Math.round(bytes * 8 * NANOS_PER_SECOND / settings.bitsPerSecond());
  }
}
