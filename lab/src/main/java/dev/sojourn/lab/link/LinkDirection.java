package dev.sojourn.lab.link;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// One direction of a link, in real time: runs its [Bottleneck] by the clock of an event loop.
/// Confined to that loop, except the figures.
final class LinkDirection {
  private final EventLoop loop;
  private final DirectionCounts counts = new DirectionCounts();
  private final Bottleneck bottleneck;
  private @Nullable Future<?> wake;
  private long wakeNanos = Long.MAX_VALUE;
  private boolean isRunning;
  private boolean isClosed;

  LinkDirection(EventLoop loop, LinkSettings settings, RandomGenerator random) {
    this.loop = loop;
    this.bottleneck = new Bottleneck(settings, random, counts);
  }

  /// Forgets the figures, and counts outages from now on.
  void begin() {
    counts.reset();
    bottleneck.begin(System.nanoTime());
  }

  /// {@return one direction of a new connection}
  ///
  /// @param whenRoom is run if its sender may send more
  Flow flow(Runnable whenRoom) {
    return bottleneck.flow(LinkMemory.WINDOW_BYTES, whenRoom);
  }

  /// Takes bytes, or a sign if there are none, and delivers them in their time and order.
  void pass(Flow flow, int count, Runnable delivery) {
    counts.bytes(count);
    bottleneck.offer(flow, count, delivery, System.nanoTime());
    run();
  }

  /// Lets the near end know, a delay from now, that the far end has taken bytes. An acknowledgement
  /// is too short to need time of its own on the link, and counts as no bytes.
  void acknowledge(Runnable arrival) {
    bottleneck.answer(arrival, System.nanoTime());
    run();
  }

  private void run() {
    if (isRunning) {
      return;
    }
    isRunning = true;
    try {
      bottleneck.advance(System.nanoTime());
      while (isClosed && bottleneck.next() < Long.MAX_VALUE) {
        bottleneck.advance(bottleneck.next());
      }
    } finally {
      isRunning = false;
    }
    wakeAt(bottleneck.next());
  }

  private void wakeAt(long next) {
    if (next == wakeNanos) {
      return;
    }
    if (wake != null) {
      wake.cancel(false);
    }
    wakeNanos = next;
    wake =
        next == Long.MAX_VALUE
            ? null
            : loop.schedule(this::awake, next - System.nanoTime(), TimeUnit.NANOSECONDS);
  }

  private void awake() {
    wakeNanos = Long.MAX_VALUE;
    wake = null;
    run();
  }

  /// {@return whether no bytes are under way}
  boolean isIdle() {
    return bottleneck.next() == Long.MAX_VALUE;
  }

  /// Hands over at once all bytes under way, so that an outage keeps none after the end of the
  /// link.
  void close() {
    isClosed = true;
    run();
  }

  /// {@return its figures, which any thread may read}
  DirectionCounts counts() {
    return counts;
  }
}
