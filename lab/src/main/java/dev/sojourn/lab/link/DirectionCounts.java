package dev.sojourn.lab.link;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/// The figures of one direction of a link. Several threads may read them.
final class DirectionCounts {
  private final LongAdder bytes = new LongAdder();
  private final LongAdder arrivals = new LongAdder();
  private final LongAdder lateNanos = new LongAdder();
  private final AtomicLong mostLateNanos = new AtomicLong();
  private final LongAdder droppedPackets = new LongAdder();
  private final LongAdder lostPackets = new LongAdder();

  void bytes(int count) {
    bytes.add(count);
  }

  void late(long nanos) {
    arrivals.increment();
    lateNanos.add(nanos);
    mostLateNanos.accumulateAndGet(nanos, Math::max);
  }

  void dropped(int packets) {
    droppedPackets.add(packets);
  }

  void lost(int packets) {
    lostPackets.add(packets);
  }

  void reset() {
    bytes.reset();
    arrivals.reset();
    lateNanos.reset();
    mostLateNanos.set(0);
    droppedPackets.reset();
    lostPackets.reset();
  }

  long bytes() {
    return bytes.sum();
  }

  /// {@return number of chunks and signs that arrived}
  long arrivals() {
    return arrivals.sum();
  }

  /// {@return the sum of the times by which they arrived late}
  long lateNanos() {
    return lateNanos.sum();
  }

  long mostLateNanos() {
    return mostLateNanos.get();
  }

  /// {@return packets that were dropped because the queue was full}
  long droppedPackets() {
    return droppedPackets.sum();
  }

  /// {@return packets that were lost at random}
  long lostPackets() {
    return lostPackets.sum();
  }
}
