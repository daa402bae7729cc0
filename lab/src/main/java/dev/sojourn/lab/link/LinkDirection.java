package dev.sojourn.lab.link;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// One direction of a link in real time. It runs its [Bottleneck] by the clock of an event loop.
/// Confined to that loop, except for the figures.
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

  /// Resets the figures, and counts outages from now on.
  void begin() {
    counts.reset();
    bottleneck.begin(System.nanoTime());
  }

  /// {@return one direction of a new connection}
  ///
  /// @param whenRoom runs if the sender may send more
  Flow flow(Runnable whenRoom) {
    return bottleneck.flow(LinkMemory.WINDOW_BYTES, whenRoom);
  }

  /// Accepts bytes, or a sign if there are none, and delivers them in time and in order.
  void pass(Flow flow, int count, Runnable delivery) {
    counts.bytes(count);
    bottleneck.offer(flow, count, delivery, System.nanoTime());
    run();
  }

  /// Reports to the near end, after the link's delay, that the far end has taken bytes.
  /// Acknowledgements are short, so they take no time on the link and count as no bytes.
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

  /// Delivers all bytes under way at once, so that no outage holds bytes after the link has ended.
  void close() {
    isClosed = true;
    run();
  }

  /// {@return the figures; any thread may read them}
  DirectionCounts counts() {
    return counts;
  }
}
