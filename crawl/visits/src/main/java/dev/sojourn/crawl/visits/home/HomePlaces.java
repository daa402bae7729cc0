package dev.sojourn.crawl.visits.home;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The places in the worker for visits at home. May be used by any thread.
///
/// The worker and its memory are scarce; sites are not. So a visit has a place while its agent has
/// work to do. A visit whose next page is not there keeps its place as long as no other visit wants
/// it. Then the visit that has waited longest is sent away. Its agent leaves the worker, the
/// request goes on, and the visit queues again when the page has come. It goes on from its last
/// checkpoint, and [HandedPages] has the pages since.
///
/// ```
///            enter            page is not there          somebody queues, patience is over
///   queued ---------> at work -----------------> waiting -----------------------> sent away
///      ^                 ^                          |                                 |
///      |                 '--------------------------'                                 |
///      |                            page is there                    page is there    |
///      '------------------------------------------------------------------------------'
/// ```
///
/// Two further bounds hold the memory of the worker. Few visits have a page in hand at once. Beyond
/// a few places, the states of all agents in the worker together are bounded as well.
public final class HomePlaces {
  /// The visits that find a place with states of any size, and those that have a page in hand.
  private static final int LEAST = 16;

  /// Threads of the worker and loaders of the agent's classes set this bound.
  private static final int MOST = 64;

  /// The part of the room for classes that the agents of all places may take, and the need of one
  /// of them. Classes are several times as large as their jar.
  private static final long CLASS_BYTES = 48L << 20;

  private static final long CLASS_BYTES_BESIDES_JAR = 256L << 10;
  private static final long CLASS_BYTES_A_JAR_BYTE = 10;

  /// A state takes more room as objects than it does encoded.
  private static final int HEAP_PARTS = 8;

  /// How long a place is kept for the first page. A site that is there has mostly answered by then,
  /// and of an agent that has read nothing only its start is lost.
  static final Duration PATIENCE_AT_FIRST = Duration.ofMillis(300);

  /// How long a place is kept for a further page.
  static final Duration PATIENCE = Duration.ofSeconds(1);

  /// How often the first of the queue looks for a visit that has waited too long.
  private static final Duration LOOKS_EVERY = Duration.ofMillis(50);

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Condition> queue = new ArrayDeque<>();
  private final Set<HomePlace> taken = new LinkedHashSet<>();
  private final Semaphore hands;
  private final int most;
  private final long mostStateBytes;
  private final InstantSource clock;

  /// Places that are all free.
  ///
  /// @param workerPlaces how many visits the worker takes; at least 1
  /// @param heapMiB heap of the worker
  /// @param jarBytes size of the agent's code
  /// @param clock measures how long a visit waits; only goes forward
  public HomePlaces(int workerPlaces, int heapMiB, long jarBytes, InstantSource clock) {
    long byClasses = CLASS_BYTES / (CLASS_BYTES_BESIDES_JAR + CLASS_BYTES_A_JAR_BYTE * jarBytes);
    this.most = Math.min(workerPlaces, Math.clamp(byClasses, LEAST, MOST));
    this.hands = new Semaphore(Math.min(most, LEAST), true);
    this.mostStateBytes = ((long) heapMiB << 20) / HEAP_PARTS;
    this.clock = clock;
  }

  /// {@return how many visits the worker has to take for all places; if it takes fewer, visits wait
  /// in its pool, and none is sent away for them}
  public static int most() {
    return MOST;
  }

  /// {@return a place, in the order in which visits ask; the caller closes it}
  ///
  /// @throws InterruptedException if the thread was interrupted while it waited
  public HomePlace enter() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      var turn = lock.newCondition();
      queue.addLast(turn);
      try {
        awaitRoom(turn);
        var place = new HomePlace(this, hands);
        taken.add(place);
        return place;
      } finally {
        queue.remove(turn);
        wakeFirst();
      }
    } finally {
      lock.unlock();
    }
  }

  private void awaitRoom(Condition turn) throws InterruptedException {
    while (!turn.equals(queue.peekFirst()) || !hasRoom()) {
      if (turn.equals(queue.peekFirst())) {
        sendAway();
        boolean _ = turn.await(LOOKS_EVERY.toMillis(), TimeUnit.MILLISECONDS);
      } else {
        turn.await();
      }
    }
  }

  private boolean hasRoom() {
    return taken.size() < Math.min(most, LEAST) || (taken.size() < most && !isHeavy());
  }

  private boolean isHeavy() {
    return taken.stream().mapToLong(HomePlace::stateBytes).sum() >= mostStateBytes;
  }

  /// Sends as many away as there are visits that queue, those that have waited longest first.
  private void sendAway() {
    var now = clock.instant();
    long leaving = taken.stream().filter(HomePlace::isSentAway).count();
    taken.stream()
        .filter(place -> place.isOverdue(now))
        .sorted(Comparator.comparing(HomePlace::waitsSince))
        .limit(Math.max(0, queue.size() - leaving))
        .forEach(HomePlace::sendAway);
  }

  private void wakeFirst() {
    var first = queue.peekFirst();
    if (first != null) {
      first.signal();
    }
  }

  // The methods below are called by the places.

  ReentrantLock lock() {
    return lock;
  }

  Instant now() {
    return clock.instant();
  }

  /// Whether a visit has to leave at its next page, for the states in the worker weigh too much.
  boolean isOvercrowded() {
    return taken.size() > LEAST && isHeavy();
  }

  void leave(HomePlace place) {
    lock.lock();
    try {
      if (taken.remove(place)) {
        wakeFirst();
      }
    } finally {
      lock.unlock();
    }
  }
}
