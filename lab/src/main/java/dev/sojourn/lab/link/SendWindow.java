package dev.sojourn.lab.link;

import java.util.concurrent.TimeUnit;

/// The largest number of bytes that a TCP sender may have under way, by the signals from the
/// network. Not thread-safe.
///
/// Slow start and congestion avoidance follow RFC 5681, with ten packets at first (RFC 6928). All
/// losses of one window cause one reduction (RFC 6582). Slow start also ends if the first packets
/// of a round trip had to wait (the idea of RFC 9406). Most systems today use newer algorithms than
/// this one, Reno. But Reno is simple, and its rate under loss is known in closed form.
final class SendWindow {
  /// The payload of one packet.
  static final int PACKET_BYTES = 1_460;

  static final int FIRST_BYTES = 10 * PACKET_BYTES;
  private static final int LEAST_BYTES = 2 * PACKET_BYTES;
  private static final int SAMPLE_BYTES = 8 * PACKET_BYTES;
  private static final long LEAST_PATIENCE = TimeUnit.MILLISECONDS.toNanos(4);
  private static final long MOST_PATIENCE = TimeUnit.MILLISECONDS.toNanos(16);

  private final int mostBytes;
  private final long patienceNanos;
  private double bytes = FIRST_BYTES;
  private double threshold;
  private long reducedNanos = Long.MIN_VALUE;

  // A round trip ends when a packet arrives that was sent after the round trip began.
  private long roundEnd;
  private long heardBytes;
  private long leastWaitedNanos = Long.MAX_VALUE;

  /// Creates the window at the start of a connection.
  ///
  /// @param mostBytes the window of the receiver
  /// @param roundTripNanos round trip of the link with an empty queue
  SendWindow(int mostBytes, long roundTripNanos) {
    this.mostBytes = mostBytes;
    this.threshold = mostBytes;
    this.patienceNanos = Math.clamp(roundTripNanos / 8, LEAST_PATIENCE, MOST_PATIENCE);
  }

  int bytes() {
    return (int) bytes;
  }

  /// Grows, since bytes arrived.
  ///
  /// @param count number of bytes
  /// @param end position of the last byte, counted from the start of the connection
  /// @param sent position of the last byte that was sent so far
  /// @param waitedNanos how long the bytes were in the queue
  void acknowledged(int count, long end, long sent, long waitedNanos) {
    if (end > roundEnd) {
      roundEnd = sent;
      heardBytes = 0;
      leastWaitedNanos = Long.MAX_VALUE;
    }
    heardBytes += count;
    leastWaitedNanos = Math.min(leastWaitedNanos, waitedNanos);
    if (bytes < threshold && heardBytes >= SAMPLE_BYTES && leastWaitedNanos > patienceNanos) {
      threshold = bytes;
    }
    double growth = bytes < threshold ? count : PACKET_BYTES * (count / bytes);
    bytes = Math.min(mostBytes, bytes + growth);
  }

  /// Shrinks, since the sender noticed a loss.
  ///
  /// @param sentNanos when the lost packet was sent
  /// @param nowNanos the time
  /// @param isTimeout whether a timeout revealed the loss
  void lost(long sentNanos, long nowNanos, boolean isTimeout) {
    if (sentNanos < reducedNanos) {
      return;
    }
    reducedNanos = nowNanos;
    threshold = Math.max(bytes / 2, LEAST_BYTES);
    bytes = isTimeout ? PACKET_BYTES : threshold;
  }
}
