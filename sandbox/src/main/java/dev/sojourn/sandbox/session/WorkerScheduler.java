package dev.sojourn.sandbox.session;

import dev.sojourn.sandbox.PoolSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The decisions on which worker serves which visit. It only decides: it has no threads, no clock
/// and no processes. Its owner guards it, reports all events to it and carries out its requests
/// ([#startsWanted], [#takeReleased]).
///
/// ```
///             start wanted       is ready        first visit of a signer      last visit leaves
///   (nothing) ----------> starting -------> spare -----------> busy, signer S <---------> idle, S
///                            |                |                      |  next visit of S      |
///                            | fails          | dies, memory         | dies                  | dies, time,
///                            v                v                      v                       v memory, worn
///                          gone             gone                   gone                    gone
/// ```
///
/// A worker has a signer from its first visit to its death, and no other. A released worker is
/// never seen again. All memory counts from the start on. A worker with a signer counts as its heap
/// and the limits of the JVM together, one without a signer as its memory at that time.
///
/// @param <W> the workers
final class WorkerScheduler<W> {
  /// Traces of past visits may add up, so a worker is replaced now and then; not often, since its
  /// own code is compiled only after some hundreds of visits, which are several times as fast from
  /// then on. The JVM gives back the memory of the agents' classes.
  static final int MAX_VISITS_PER_LIFE = 20_000;

  private static final long FIRST_PAUSE_NANOS = 1_000_000_000L;
  private static final long LONGEST_PAUSE_NANOS = 30 * FIRST_PAUSE_NANOS;

  /// A spare that is handed over is replaced a moment later, so that the new start does not slow
  /// down the visit that got it.
  private static final long REFILL_NANOS = 100_000_000L;

  private final PoolSettings settings;
  private final long workerMiB;
  private final Map<WorkerKey, WorkerLease<W>> leases = new LinkedHashMap<>();
  private final Deque<W> spares = new ArrayDeque<>();
  private final Map<WorkerKey, Integer> waiting = new LinkedHashMap<>();
  private final Map<WorkerKey, String> refused = new LinkedHashMap<>();
  private final List<W> released = new ArrayList<>();
  private int starting;
  private int failures;
  private long pauseUntil;
  private long refillFrom;

  /// @param now nanoseconds of the clock of all times here
  WorkerScheduler(PoolSettings settings, int heapMiB, long now) {
    this.settings = settings;
    this.workerMiB = PoolSettings.workerMiB(heapMiB);
    this.pauseUntil = now;
    this.refillFrom = now;
  }

  /// The user of a worker: the visits of one signer, or one visit that must be alone.
  ///
  /// @param alone the visit's own number, or 0 for all the others of the signer
  record WorkerKey(String signer, long alone) {
    boolean isShared() {
      return alone == 0;
    }
  }

  /// A worker with a signer.
  private static final class WorkerLease<W> {
    private final W worker;
    private int visits;
    private int visitsEver;
    private long idleSince;

    WorkerLease(W worker) {
      this.worker = worker;
    }
  }

  /// A visit begins to wait. To be undone by [#depart].
  void arrive(WorkerKey key) {
    waiting.merge(key, 1, Integer::sum);
  }

  /// A visit waits no more, whether it entered or not.
  void depart(WorkerKey key) {
    if (waiting.merge(key, -1, Integer::sum) == 0) {
      waiting.remove(key);
      refused.remove(key);
    }
  }

  /// Why a worker for the visits that wait under this key could not be started; empty if that was
  /// not tried.
  Optional<String> refusal(WorkerKey key) {
    return Optional.ofNullable(refused.get(key));
  }

  /// Lets a visit in, if there is a worker for it now. To be undone by [#leave].
  Optional<W> enter(WorkerKey key, long now) {
    var lease = leases.get(key);
    if (lease == null
        && !spares.isEmpty()
        && isNext(key)
        && makeRoom(workerMiB - PoolSettings.SPARE_MIB)) {
      // Room may have been made by giving up spares, but never the last one.
      lease = new WorkerLease<>(spares.removeFirst());
      leases.put(key, lease);
      failures = 0;
      refillFrom = now + REFILL_NANOS;
    }
    if (lease == null
        || lease.visits >= settings.visitsPerWorker()
        || lease.visitsEver >= MAX_VISITS_PER_LIFE) {
      return Optional.empty();
    }
    lease.visits++;
    lease.visitsEver++;
    return Optional.of(lease.worker);
  }

  /// A visit is over. Does nothing if its worker has died meanwhile.
  void leave(WorkerKey key, W worker, long now) {
    var lease = leases.get(key);
    if (lease == null || !lease.worker.equals(worker)) {
      return;
    }
    lease.visits--;
    lease.idleSince = now;
    boolean worn = !key.isShared() || lease.visitsEver >= MAX_VISITS_PER_LIFE;
    if (lease.visits == 0 && worn) {
      leases.remove(key);
      released.add(lease.worker);
    }
  }

  /// A start that was wanted is done; the worker is ready.
  void started(W worker) {
    starting--;
    spares.addLast(worker);
    if (memoryMiB() > settings.memoryMiB()) {
      released.add(spares.removeLast());
    }
  }

  /// A start that was wanted failed. The next is tried after a pause. The refusal goes to the visit
  /// that has waited longest for a worker that could have been its own.
  void startFailed(String reason, long now) {
    starting--;
    pause(now);
    waiting.keySet().stream()
        .filter(key -> !leases.containsKey(key) && !refused.containsKey(key))
        .limit(Math.max(0, freePlaces()))
        .findFirst()
        .ifPresent(key -> refused.put(key, reason));
  }

  /// A worker is dead; gives its kind, in a word for the log; empty if it had been released.
  Optional<String> died(W worker, long now) {
    if (spares.remove(worker)) {
      pause(now);
      return Optional.of("a spare");
    }
    boolean had = leases.values().removeIf(lease -> lease.worker.equals(worker));
    return had ? Optional.of("with a signer") : Optional.empty();
  }

  /// Gives up the workers that were idle for too long.
  void retireIdle(long now) {
    leases
        .entrySet()
        .removeIf(
            entry -> {
              var lease = entry.getValue();
              boolean over =
                  lease.visits == 0 && now - lease.idleSince >= settings.idle().toNanos();
              if (over) {
                released.add(lease.worker);
              }
              return over;
            });
  }

  /// How many workers to start now; they count as starting from here on.
  int startsWanted(long now) {
    int wanted = 0;
    while (isStartWanted(now)) {
      starting++;
      wanted++;
    }
    return wanted;
  }

  /// When [#startsWanted] and [#retireIdle] should be called next, if no event comes before.
  long nextLook(long now) {
    long next = now + settings.idle().toNanos();
    for (var lease : leases.values()) {
      if (lease.visits == 0) {
        next = Math.min(next, lease.idleSince + settings.idle().toNanos());
      }
    }
    for (long time : new long[] {pauseUntil, refillFrom}) {
      next = time > now ? Math.min(next, time) : next;
    }
    return next;
  }

  /// The workers that were given up since the last call; no visit is in them.
  List<W> takeReleased() {
    var all = List.copyOf(released);
    released.clear();
    return all;
  }

  /// All workers that are ready, with a signer or without.
  List<W> workers() {
    var all = new ArrayList<>(spares);
    leases.values().forEach(lease -> all.add(lease.worker));
    return all;
  }

  int spares() {
    return spares.size();
  }

  int starting() {
    return starting;
  }

  /// The memory that all workers may be expected to take.
  long memoryMiB() {
    return leases.size() * workerMiB + (long) (spares.size() + starting) * PoolSettings.SPARE_MIB;
  }

  /// Seconds until the next start may be tried.
  long pauseSeconds(long now) {
    return Math.max(0, (pauseUntil - now) / FIRST_PAUSE_NANOS);
  }

  private void pause(long now) {
    long pause = FIRST_PAUSE_NANOS << Math.min(failures, 5);
    failures++;
    pauseUntil = Math.max(pauseUntil, now + Math.min(pause, LONGEST_PAUSE_NANOS));
  }

  private boolean isStartWanted(long now) {
    if (pauseUntil - now > 0 || (failures > 0 && starting > 0)) {
      return false; // After a failure one start at a time shows whether it is over.
    }
    int without = (int) waiting.keySet().stream().filter(key -> !leases.containsKey(key)).count();
    int expected = Math.min(without, freePlaces());
    int ready = spares.size() + starting;
    if (ready < expected) {
      return makeRoom(workerMiB);
    }
    return ready - expected < settings.spares()
        && refillFrom - now <= 0
        && memoryMiB() + PoolSettings.SPARE_MIB <= settings.memoryMiB();
  }

  /// Whether no waiting visit without a worker came before.
  private boolean isNext(WorkerKey key) {
    for (var first : waiting.keySet()) {
      if (first.equals(key)) {
        return true;
      }
      if (!leases.containsKey(first)) {
        return false;
      }
    }
    return true;
  }

  /// Workers that could be given a signer, if there were any.
  private int freePlaces() {
    int idle = (int) leases.values().stream().filter(lease -> lease.visits == 0).count();
    return settings.workers() - leases.size() + idle;
  }

  /// Makes room for a lease, or for the worker that will take it: gives up spares but one, then the
  /// workers that have been idle longest; never one with a visit. Gives up none if that would not
  /// be enough.
  private boolean makeRoom(long mebibytes) {
    var idle =
        leases.entrySet().stream()
            .filter(entry -> entry.getValue().visits == 0)
            .sorted(Comparator.comparingLong(entry -> entry.getValue().idleSince))
            .map(Map.Entry::getKey)
            .toList();
    int busy = leases.size() - idle.size();
    long least =
        busy * workerMiB + (long) (Math.min(1, spares.size()) + starting) * PoolSettings.SPARE_MIB;
    if (busy >= settings.workers() || least + mebibytes > settings.memoryMiB()) {
      return false;
    }
    while (spares.size() > 1 && memoryMiB() + mebibytes > settings.memoryMiB()) {
      released.add(spares.removeLast());
    }
    for (var key : idle) {
      if (leases.size() < settings.workers() && memoryMiB() + mebibytes <= settings.memoryMiB()) {
        break;
      }
      var lease = leases.remove(key);
      if (lease != null) {
        released.add(lease.worker);
      }
    }
    return true;
  }
}
