package dev.sojourn.lab.link;

import java.util.concurrent.TimeUnit;

/// The times at which one direction of a link passes its bytes on: a token bucket of one packet for
/// the rate, then the delay. Bytes that meet an outage leave when it ends, as if they were sent
/// again then. Times never go back, so that nothing overtakes. Not for several threads.
final class LinkSchedule {
  /// The bytes that may leave at once after a pause.
  private static final int BUCKET_BYTES = 1_500;

  private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  private final LinkSettings settings;
  private long begin = Long.MAX_VALUE;
  private boolean isUsed;
  private long lastSent;

  LinkSchedule(LinkSettings settings) {
    this.settings = settings;
  }

  /// Says when the crawl begins, from which outages are counted; there are none before.
  void begin(long nowNanos) {
    begin = nowNanos;
  }

  /// Takes bytes onto the link.
  ///
  /// @param nowNanos the time, not before that of the last call
  /// @param bytes how many; 0 for a sign, as the end of a connection
  /// @return when the last of them arrives at the far end
  long arrival(long nowNanos, int bytes) {
    long sent = Math.max(nowNanos, isUsed ? lastSent : nowNanos);
    if (settings.bitsPerSecond() > 0) {
      long earliest = nowNanos - transmission(BUCKET_BYTES);
      long free = isUsed ? Math.max(lastSent, earliest) : earliest;
      sent = Math.max(nowNanos, free + transmission(bytes));
      lastSent = free + transmission(bytes);
    } else {
      lastSent = sent;
    }
    for (var outage : settings.outages()) {
      if (begin != Long.MAX_VALUE
          && sent - begin >= outage.at().toNanos()
          && sent - begin < outage.end().toNanos()) {
        sent = begin + outage.end().toNanos() + transmission(bytes);
        lastSent = sent;
      }
    }
    isUsed = true;
    return sent + settings.delay().toNanos();
  }

  private long transmission(int bytes) {
    return settings.bitsPerSecond() == 0
        ? 0
        : Math.round(bytes * 8 * NANOS_PER_SECOND / settings.bitsPerSecond());
  }
}
