package dev.sojourn.lab.link;

import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/// One direction of a link: the queue through which all of its connections go. Confined to one
/// event loop, but for the figures.
final class LinkDirection {
  private final EventLoop loop;
  private final LinkSchedule schedule;
  private final long delayNanos;
  private final Queue<Passage> queue = new ArrayDeque<>();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder passages = new LongAdder();
  private final LongAdder lateNanos = new LongAdder();
  private final AtomicLong mostLateNanos = new AtomicLong();
  private boolean isWaiting;
  private boolean isDraining;

  LinkDirection(EventLoop loop, LinkSettings settings) {
    this.loop = loop;
    this.schedule = new LinkSchedule(settings);
    this.delayNanos = settings.delay().toNanos();
  }

  /// Bytes or a sign on their way.
  ///
  /// @param arrivalNanos when they are due at the far end
  /// @param delivery hands them over there
  private record Passage(long arrivalNanos, Runnable delivery) {}

  void begin() {
    schedule.begin(System.nanoTime());
  }

  /// Takes bytes, or a sign if there are none, and delivers them in their time and order.
  void pass(int count, Runnable delivery) {
    bytes.add(count);
    queue.add(new Passage(schedule.arrival(System.nanoTime(), count), delivery));
    if (!isWaiting && !isDraining) {
      drain();
    }
  }

  /// Lets the near end know, a delay from now, that bytes have been delivered. An acknowledgement
  /// is too short to need time of its own on the link, and counts as no bytes.
  void acknowledge(Runnable arrival) {
    if (delayNanos == 0) {
      arrival.run();
    } else {
      var _ = loop.schedule(arrival, delayNanos, TimeUnit.NANOSECONDS);
    }
  }

  private void drain() {
    isDraining = true;
    try {
      for (var first = queue.peek(); first != null; first = queue.peek()) {
        long late = System.nanoTime() - first.arrivalNanos();
        if (late < 0) {
          isWaiting = true;
          var _ = loop.schedule(this::awake, -late, TimeUnit.NANOSECONDS);
          return;
        }
        passages.increment();
        lateNanos.add(late);
        mostLateNanos.accumulateAndGet(late, Math::max);
        queue.remove();
        first.delivery().run();
      }
    } finally {
      isDraining = false;
    }
  }

  private void awake() {
    isWaiting = false;
    drain();
  }

  long bytes() {
    return bytes.sum();
  }

  long passages() {
    return passages.sum();
  }

  long lateNanos() {
    return lateNanos.sum();
  }

  long mostLateNanos() {
    return mostLateNanos.get();
  }
}
