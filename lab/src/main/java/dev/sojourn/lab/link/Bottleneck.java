package dev.sojourn.lab.link;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;

/// One direction of a link as a model of time. It has a limited queue, a line that sends one chunk
/// after the other, and a delay. Its TCP senders learn of arrivals and losses. It has no clock and
/// no sockets: its owner passes the time in, and lets it run the actions that are due. Not
/// thread-safe.
///
/// ```
/// offer -> queue (connections take turns) -> line (rate, outages) -> delay -> delivery in order
///            | full                            | loss
///            +---------> sent again after a round trip, or after a timeout
/// ```
///
/// All times are due times, even if an action runs later. So an owner that wakes up late neither
/// loses nor gains rate.
final class Bottleneck {
  /// The shortest time that Linux waits beyond a round trip (`TCP_RTO_MIN`).
  private static final long TIMEOUT_BEYOND = TimeUnit.MILLISECONDS.toNanos(200);

  /// The wait of a sender that does not know the round trip yet (RFC 6298, section 2.1).
  private static final long FIRST_TIMEOUT = TimeUnit.SECONDS.toNanos(1);

  private static final int MOST_DOUBLINGS = 6;

  /// A sender retransmits a lost packet after this number of later packets arrived (RFC 5681,
  /// section 3.2).
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

  /// Creates a direction without a chunk under way.
  ///
  /// @param random decides which packets are lost
  /// @param counts receives the figures
  Bottleneck(LinkSettings settings, RandomGenerator random, DirectionCounts counts) {
    this.settings = settings;
    this.random = random;
    this.counts = counts;
    this.schedule = new LinkSchedule(settings);
    this.queue = new FairQueue(settings.queueBytes(), settings.chunkBytes());
    this.delayNanos = settings.delay().toNanos();
  }

  /// A planned action.
  ///
  /// @param number position in the order of planning
  /// @param action receives the due time
  private record Due(long at, long number, LongConsumer action) {}

  /// {@return a new flow}
  ///
  /// @param mostBytes the window of the receiver
  /// @param whenRoom runs if the sender may send more
  Flow flow(int mostBytes, Runnable whenRoom) {
    return new Flow(new SendWindow(mostBytes, 2 * delayNanos), whenRoom);
  }

  /// Sets the start of the crawl, from which outages are counted.
  void begin(long nowNanos) {
    schedule.begin(nowNanos);
  }

  /// Accepts bytes from a sender.
  ///
  /// @param bytes at most [LinkSettings#chunkBytes()]; 0 for a sign
  /// @param delivery delivers the bytes at the far end, after all earlier chunks of the flow
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

  /// Runs an action at the near end after the link's delay.
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

  /// {@return the time up to which all actions have run}
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

  /// Plans how the sender notices a loss. If enough packets were sent later, it notices the loss a
  /// round trip after the chunk was due (RFC 8985). Otherwise it notices the loss by a timeout,
  /// which doubles while no chunk arrives.
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
