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

/// Decides which worker serves which visit. It has no threads, no clock and no processes. Its owner
/// guards it, reports all events to it and carries out its requests ([#startsWanted],
/// [#takeReleased]).
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
/// A worker has one signer, from its first visit to its death. A released worker never returns. The
/// memory of a worker counts from its start. A worker with a signer counts as its heap plus the
/// JVM's other limits. A worker without a signer counts as the memory of a spare.
///
/// @param <W> the workers
final class WorkerScheduler<W> {
  /// A worker is replaced after this many visits, since traces of past visits may accumulate. The
  /// number is large: only after some hundreds of visits the worker's own code is compiled and
  /// several times as fast. The JVM frees the memory of the agents' classes.
  static final int MAX_VISITS_PER_LIFE = 20_000;

  private static final long FIRST_PAUSE_NANOS = 1_000_000_000L;
  private static final long LONGEST_PAUSE_NANOS = 30 * FIRST_PAUSE_NANOS;

  /// The delay before a used spare is replaced, so that the new start does not slow down the visit
  /// that got it.
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

  /// @param now the current time; all times are nanoseconds of the same clock
  WorkerScheduler(PoolSettings settings, int heapMiB, long now) {
    this.settings = settings;
    this.workerMiB = PoolSettings.workerMiB(heapMiB);
    this.pauseUntil = now;
    this.refillFrom = now;
  }

  /// The users of a worker: the visits of one signer, or one visit that must be alone.
  ///
  /// @param alone the number of a visit that must be alone, or 0 for all other visits of the signer
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

  /// Records that a visit begins to wait, until [#depart].
  void arrive(WorkerKey key) {
    waiting.merge(key, 1, Integer::sum);
  }

  /// Records that a visit no longer waits, whether or not it entered.
  void depart(WorkerKey key) {
    if (waiting.merge(key, -1, Integer::sum) == 0) {
      waiting.remove(key);
      refused.remove(key);
    }
  }

  /// Returns why no worker could be started for the visits that wait under this key; empty without
  /// a failed start.
  Optional<String> refusal(WorkerKey key) {
    return Optional.ofNullable(refused.get(key));
  }

  /// Gives a visit a place in a worker, if there is one now. The visit has it until [#leave].
  Optional<W> enter(WorkerKey key, long now) {
    var lease = leases.get(key);
    if (lease == null
        && !spares.isEmpty()
        && isNext(key)
        && makeRoom(workerMiB - PoolSettings.SPARE_MIB)) {
      // Spares may have been released to make room, but never the last spare.
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

  /// Records the end of a visit. Does nothing if its worker has died.
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

  /// Records that a requested worker has started and is ready.
  void started(W worker) {
    starting--;
    spares.addLast(worker);
    if (memoryMiB() > settings.memoryMiB()) {
      released.add(spares.removeLast());
    }
  }

  /// Records that a requested start failed. The next start follows after a pause. The refusal goes
  /// to the visit that has waited longest for such a worker.
  void startFailed(String reason, long now) {
    starting--;
    pause(now);
    waiting.keySet().stream()
        .filter(key -> !leases.containsKey(key) && !refused.containsKey(key))
        .limit(Math.max(0, freePlaces()))
        .findFirst()
        .ifPresent(key -> refused.put(key, reason));
  }

  /// Records that a worker is dead. Returns its kind for the log; empty if it was released before.
  Optional<String> died(W worker, long now) {
    if (spares.remove(worker)) {
      pause(now);
      return Optional.of("a spare");
    }
    boolean had = leases.values().removeIf(lease -> lease.worker.equals(worker));
    return had ? Optional.of("with a signer") : Optional.empty();
  }

  /// Releases the workers that were idle for too long.
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

  /// Returns the number of workers to start now. They count as starting from now on.
  int startsWanted(long now) {
    int wanted = 0;
    while (isStartWanted(now)) {
      starting++;
      wanted++;
    }
    return wanted;
  }

  /// Returns when the owner should next call [#startsWanted] and [#retireIdle], unless an event
  /// comes earlier.
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

  /// Returns the workers that were released since the last call. They have no visit.
  List<W> takeReleased() {
    var all = List.copyOf(released);
    released.clear();
    return all;
  }

  /// Returns all workers that are ready, with or without a signer.
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

  /// Returns the expected memory of all workers.
  long memoryMiB() {
    return leases.size() * workerMiB + (long) (spares.size() + starting) * PoolSettings.SPARE_MIB;
  }

  /// Returns the seconds until the next start may be tried.
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
      return false; // After a failure, only one start at a time tests whether starts work again.
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

  /// Whether no other visit has waited longer without a worker.
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

  /// Returns how many more workers could get a signer.
  private int freePlaces() {
    int idle = (int) leases.values().stream().filter(lease -> lease.visits == 0).count();
    return settings.workers() - leases.size() + idle;
  }

  /// Makes room for a worker with a signer: releases all spares but one, then the workers that have
  /// been idle longest. It never releases a worker with a visit, and releases none if this would
  /// not make enough room.
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
