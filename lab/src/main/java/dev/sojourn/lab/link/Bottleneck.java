package dev.sojourn.lab.link;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;

/// One direction of a link as a model of time. It has a bounded queue, a line that takes one chunk
/// after the other, and a delay. Its senders of TCP hear of arrivals and losses. It knows no clock
/// and no sockets: its owner passes the time in, and runs the actions that are due. Not for several
/// threads.
///
/// ```
/// offer -> queue (connections take turns) -> line (rate, outages) -> delay -> delivery in order
///            | full                            | loss
///            +---------> sent again after a round trip, or after a timeout
/// ```
///
/// All times are those at which an action was due, however late it runs. So an owner that wakes up
/// late loses no rate, and gains none.
final class Bottleneck {
  /// The least time that Linux waits beyond a round trip (`TCP_RTO_MIN`).
  private static final long TIMEOUT_BEYOND = TimeUnit.MILLISECONDS.toNanos(200);

  /// The wait of a sender that does not know the round trip yet (RFC 6298, 2.1).
  private static final long FIRST_TIMEOUT = TimeUnit.SECONDS.toNanos(1);

  private static final int MOST_DOUBLINGS = 6;

  /// The number of packets after a lost one that make its sender send it again (RFC 5681, 3.2).
  private static final int PACKETS_AFTER = 3;

  private final LinkSettings settings;
  private final RandomGenerator random;
  private final DirectionCounts counts;
  private final LinkSchedule schedule;
  private final FairQueue queue;
  private final long delayNanos;
  private final PriorityQueue<Due> events =
      new PriorityQueue<>(Comparator.comparingLong(Due::at).thenComparingLong(Due::number));
  private long number;
  private long advancedNanos;
  private boolean isSending;

  /// A direction without a chunk under way.
  ///
  /// @param random draws what is lost
  /// @param counts takes the figures
  Bottleneck(LinkSettings settings, RandomGenerator random, DirectionCounts counts) {
    this.settings = settings;
    this.random = random;
    this.counts = counts;
    this.schedule = new LinkSchedule(settings);
    this.queue = new FairQueue(settings.queueBytes(), settings.chunkBytes());
    this.delayNanos = settings.delay().toNanos();
  }

  /// An action that is due at a time.
  ///
  /// @param number in the order in which they were planned
  /// @param action takes the time
  private record Due(long at, long number, LongConsumer action) {}

  /// {@return a new flow}
  ///
  /// @param mostBytes the window of its receiver
  /// @param whenRoom is run if its sender may send more
  Flow flow(int mostBytes, Runnable whenRoom) {
    return new Flow(new SendWindow(mostBytes, 2 * delayNanos), whenRoom);
  }

  /// Says that the crawl begins, from which outages are counted.
  void begin(long nowNanos) {
    schedule.begin(nowNanos);
  }

  /// Takes bytes of a sender.
  ///
  /// @param bytes at most [LinkSettings#chunkBytes()]; 0 for a sign
  /// @param delivery hands them over at the far end, after all that was offered before
  void offer(Flow flow, int bytes, Runnable delivery, long nowNanos) {
    var chunk = new Chunk(flow, bytes, delivery);
    flow.sent(chunk);
    enqueue(chunk, nowNanos);
  }

  private void enqueue(Chunk chunk, long at) {
    chunk.queue(at);
    queue.add(chunk);
    for (var drop = queue.dropped(); drop.isPresent(); drop = queue.dropped()) {
      counts.dropped(drop.get().packets());
      lose(drop.get(), at + schedule.transmission(queue.bytes()));
    }
    send(at);
  }

  /// Runs an action at the near end, a delay from now.
  void answer(Runnable arrival, long nowNanos) {
    plan(nowNanos + delayNanos, _ -> arrival.run());
  }

  /// {@return the time of the next action; [Long#MAX_VALUE] if there is none}
  long next() {
    var first = events.peek();
    return first == null ? Long.MAX_VALUE : first.at();
  }

  /// Runs all actions that are due.
  void advance(long nowNanos) {
    advancedNanos = nowNanos;
    for (var first = events.peek(); first != null && first.at() <= nowNanos; ) {
      events.remove();
      first.action().accept(first.at());
      first = events.peek();
    }
  }

  /// {@return the time until which all has been done}
  long advancedNanos() {
    return advancedNanos;
  }

  /// {@return the bytes in the queue, without those on the line}
  long queuedBytes() {
    return queue.bytes();
  }

  private void plan(long at, LongConsumer action) {
    events.add(new Due(at, number++, action));
  }

  private void send(long freeNanos) {
    if (isSending) {
      return;
    }
    queue
        .next()
        .ifPresent(
            chunk -> {
              isSending = true;
              long ready = Math.max(freeNanos, chunk.queuedNanos());
              plan(schedule.departure(ready, chunk.bytes()), at -> left(chunk, at));
            });
  }

  private void left(Chunk chunk, long at) {
    isSending = false;
    long waited = at - chunk.queuedNanos();
    if (settings.loss() > 0 && random.nextDouble() < settings.loss()) {
      counts.lost(chunk.packets());
      lose(chunk, at);
    } else {
      plan(at + delayNanos, arrival -> arrived(chunk, waited, arrival));
    }
    send(at);
  }

  private void arrived(Chunk chunk, long waited, long at) {
    counts.late(advancedNanos - at);
    chunk.arrive();
    plan(at + delayNanos, now -> heard(chunk, waited, now));
    chunk.flow().deliver();
  }

  private void heard(Chunk chunk, long waited, long at) {
    chunk.flow().heard(chunk, waited);
    sendAgain(chunk.flow(), at);
    chunk.flow().goOn();
  }

  /// A loss is noticed when something sent later arrives (RFC 8985), a round trip after the chunk
  /// was due. If too little was sent, a timeout notices it, which doubles while no chunk arrives.
  private void lose(Chunk chunk, long dueNanos) {
    chunk.lose();
    long roundTrip = 2 * delayNanos;
    plan(
        dueNanos + roundTrip,
        at -> {
          if (chunk.flow().packetsAfter(chunk) >= PACKETS_AFTER) {
            miss(chunk, at, false);
          } else {
            plan(dueNanos + timeout(chunk.flow()), late -> miss(chunk, late, true));
          }
        });
  }

  private long timeout(Flow flow) {
    long first = flow.hasHeard() ? 2 * delayNanos + TIMEOUT_BEYOND : FIRST_TIMEOUT;
    return Math.max(first, 2 * delayNanos) << Math.min(flow.timeouts(), MOST_DOUBLINGS);
  }

  private void miss(Chunk chunk, long at, boolean isTimeout) {
    chunk.flow().miss(chunk, at, isTimeout);
    sendAgain(chunk.flow(), at);
  }

  private void sendAgain(Flow flow, long at) {
    for (var chunk = flow.again(); chunk.isPresent(); chunk = flow.again()) {
      enqueue(chunk.get(), at);
    }
  }
}
