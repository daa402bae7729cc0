package dev.sojourn.lab.link;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The settings of an emulated link, which apply to each direction.
///
/// @param delay of each direction, not negative
/// @param bitsPerSecond rate of each direction; 0 for no limit
/// @param loss share of the packets that are lost at random, from 0 to [#MOST_LOSS]
/// @param queue the time to send a full queue at the rate; empty for the usual time
/// @param outages sorted by their starts
public record LinkSettings(
    Duration delay,
    long bitsPerSecond,
    double loss,
    Optional<Duration> queue,
    List<Outage> outages) {
  /// A link without delay, limit, loss and outages.
  public static final LinkSettings FREE = new LinkSettings(Duration.ZERO, 0, List.of());

  /// The largest share of packets that may be lost.
  public static final double MOST_LOSS = 0.5;

  private static final Duration USUAL_QUEUE = Duration.ofMillis(100);
  private static final long LEAST_QUEUE_BYTES = 16 << 10;
  private static final int MOST_CHUNK_PACKETS = 11;
  private static final int CHUNKS_PER_SECOND = 2_000;

  /// Checks the figures, and sorts the outages.
  public LinkSettings {
    if (delay.isNegative() || bitsPerSecond < 0 || !(loss >= 0 && loss <= MOST_LOSS)) {
      throw new IllegalArgumentException(
          "link: %s, %d bit/s, loss %s (expected: nothing negative, a loss of at most %s)"
              .formatted(delay, bitsPerSecond, loss, MOST_LOSS));
    }
    outages = outages.stream().sorted(Comparator.comparing(Outage::at)).toList();
  }

  /// Creates a link without loss, and with the usual queue.
  ///
  /// @param delay of each direction, not negative
  /// @param bitsPerSecond rate of each direction; 0 for no limit
  /// @param outages in any order
  public LinkSettings(Duration delay, long bitsPerSecond, List<Outage> outages) {
    this(delay, bitsPerSecond, 0, Optional.empty(), outages);
  }

  /// {@return the time to send a full queue at the rate} Without a setting, it is the longer of 100
  /// ms and a round trip of the link. So one connection can fill the link.
  public Duration queueTime() {
    var roundTrip = delay.multipliedBy(2);
    return queue.orElse(roundTrip.compareTo(USUAL_QUEUE) > 0 ? roundTrip : USUAL_QUEUE);
  }

  /// {@return the size of a full queue in bytes, at least 16 KiB; unlimited without a rate}
  public long queueBytes() {
    return bitsPerSecond == 0
        ? Long.MAX_VALUE
        : Math.max(
            LEAST_QUEUE_BYTES,
            (long) (bitsPerSecond / 8.0 * queueTime().toNanos() / TimeUnit.SECONDS.toNanos(1)));
  }

  /// {@return the largest number of bytes of a connection that travel together} If packets can be
  /// lost, it is one packet. Otherwise it is half a millisecond of the line, at most about 16 KiB.
  int chunkBytes() {
    if (loss > 0) {
      return SendWindow.PACKET_BYTES;
    }
    long packets =
        bitsPerSecond == 0
            ? MOST_CHUNK_PACKETS
            : bitsPerSecond / 8 / CHUNKS_PER_SECOND / SendWindow.PACKET_BYTES;
    return Math.clamp(packets, 1, MOST_CHUNK_PACKETS) * SendWindow.PACKET_BYTES;
  }
}
