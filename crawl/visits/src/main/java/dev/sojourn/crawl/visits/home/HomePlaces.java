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
/// work to do. A visit that waits for its next page keeps its place until another visit needs a
/// place. Then the visit that has waited longest is sent away. Its agent leaves the worker, but the
/// request continues. Once the page has arrived, the visit queues again and continues from its last
/// checkpoint. [HandedPages] has the pages since then.
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
/// Two more limits protect the memory of the worker. Few visits process a page at the same time.
/// Beyond a few places, the total size of all agent states in the worker is limited too.
public final class HomePlaces {
  /// The limit for visits that get a place whatever the size of their states, and for visits that
  /// process a page.
  private static final int LEAST = 16;

  /// The threads of the worker and the class loaders of the agents determine this limit.
  private static final int MOST = 64;

  /// The class memory for the agents of all places, and the need of one agent. Classes need several
  /// times the size of their jar.
  private static final long CLASS_BYTES = 48L << 20;

  private static final long CLASS_BYTES_BESIDES_JAR = 256L << 10;
  private static final long CLASS_BYTES_A_JAR_BYTE = 10;

  /// A state needs more memory as objects than in encoded form.
  private static final int HEAP_PARTS = 8;

  /// How long a visit keeps its place for its first page. Most reachable sites answer within this
  /// time, and an agent without pages loses only its start.
  static final Duration PATIENCE_AT_FIRST = Duration.ofMillis(300);

  /// How long a visit keeps its place for a later page.
  static final Duration PATIENCE = Duration.ofSeconds(1);

  /// How often the first visit in the queue checks for a visit that has waited too long.
  private static final Duration LOOKS_EVERY = Duration.ofMillis(50);

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Condition> queue = new ArrayDeque<>();
  private final Set<HomePlace> taken = new LinkedHashSet<>();
  private final Semaphore hands;
  private final int most;
  private final long mostStateBytes;
  private final InstantSource clock;

  /// Creates free places.
  ///
  /// @param workerPlaces the limit for visits in the worker; at least 1
  /// @param heapMiB heap of the worker
  /// @param jarBytes size of the agent's code
  /// @param clock a steady clock that measures waiting times
  public HomePlaces(int workerPlaces, int heapMiB, long jarBytes, InstantSource clock) {
    long byClasses = CLASS_BYTES / (CLASS_BYTES_BESIDES_JAR + CLASS_BYTES_A_JAR_BYTE * jarBytes);
    this.most = Math.min(workerPlaces, Math.clamp(byClasses, LEAST, MOST));
    this.hands = new Semaphore(Math.min(most, LEAST), true);
    this.mostStateBytes = ((long) heapMiB << 20) / HEAP_PARTS;
    this.clock = clock;
  }

  /// {@return the limit for places, and so for visits in the worker. If the worker accepts fewer,
  /// visits wait in its pool, and no visit is sent away for them}
  public static int most() {
    return MOST;
  }

  /// {@return a place, in order of arrival; the caller closes it}
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

  /// Sends away one visit for each queued visit. Those that have waited longest go first.
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

  // The places call the methods below.

  ReentrantLock lock() {
    return lock;
  }

  Instant now() {
    return clock.instant();
  }

  /// Whether a visit has to leave at its next page because the states in the worker are too large.
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
