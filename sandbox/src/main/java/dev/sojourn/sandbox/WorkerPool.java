package dev.sojourn.sandbox;

import dev.sojourn.sandbox.pipe.WallName;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The workers by signer. A worker serves one signer from its first visit to its death.
///
/// Guarded by one lock, which is never held while a process starts.
final class WorkerPool {
  private static final Logger LOG = System.getLogger(WorkerPool.class.getName());

  /// Loaded classes and compiled code of past visits add up, so a worker is replaced now and then.
  private static final int MAX_VISITS_PER_LIFE = 500;

  private final SandboxSettings settings;
  private final WorkerLauncher launcher;
  private final ScheduledExecutorService clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, Seat> seats = new HashMap<>();
  private final List<WorkerProcess> alive = new ArrayList<>();
  private boolean closed;

  WorkerPool(SandboxSettings settings, WorkerLauncher launcher, ScheduledExecutorService clock) {
    this.settings = settings;
    this.launcher = launcher;
    this.clock = clock;
  }

  /// A signer's worker, or the right to start one.
  private static final class Seat {
    private @Nullable WorkerProcess worker;
    private boolean starting;
    private int visits;
    private int visitsEver;
    private long idleSinceNanos;

    boolean isUsable(int visitsPerWorker) {
      return worker != null
          && !worker.isDead()
          && visits < visitsPerWorker
          && visitsEver < MAX_VISITS_PER_LIFE;
    }

    /// Whether the worker can be given up: it is dead, or worn out, and nobody is in it.
    boolean isSpent() {
      return worker != null
          && visits == 0
          && (worker.isDead() || visitsEver >= MAX_VISITS_PER_LIFE);
    }
  }

  /// A visit's place in a worker; closing it gives it back.
  record Place(WorkerProcess worker, Runnable giveBack) implements AutoCloseable {
    @Override
    public void close() {
      giveBack.run();
    }
  }

  /// Waits for a place in the signer's worker, which is started if there is none.
  ///
  /// @param abandoned asked from time to time while waiting
  /// @throws IOException if a worker cannot be started
  /// @throws InterruptedException if the pool is closed or the wait is abandoned
  Place place(String signer, BooleanSupplier abandoned) throws IOException, InterruptedException {
    lock.lockInterruptibly();
    try {
      while (true) {
        if (closed || abandoned.getAsBoolean()) {
          throw new InterruptedException();
        }
        var seat = seats.get(signer);
        if (seat != null && seat.isSpent()) {
          retire(signer, seat);
          seat = null;
        }
        if (seat != null && seat.isUsable(settings.visitsPerWorker())) {
          return enter(seat);
        }
        if (seat == null && (seats.size() < settings.maxWorkers() || evictIdle())) {
          var taken = new Seat();
          taken.starting = true;
          seats.put(signer, taken);
          return startAndEnter(signer, taken);
        }
        changed.await(200, TimeUnit.MILLISECONDS);
      }
    } finally {
      lock.unlock();
    }
  }

  /// The walls that a worker reports; of one that runs, or of one started for this.
  List<SandboxWalls.Wall> askWalls() throws IOException, InterruptedException {
    lock.lockInterruptibly();
    try {
      for (var worker : alive) {
        if (!worker.isDead()) {
          return worker.walls();
        }
      }
    } finally {
      lock.unlock();
    }
    var worker = launcher.start();
    worker.kill(0, WallName.PROCESS, "asked for its walls only");
    worker.awaitDeath();
    return worker.walls();
  }

  void close() {
    List<WorkerProcess> last;
    lock.lock();
    try {
      closed = true;
      last = List.copyOf(alive);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    last.forEach(worker -> worker.kill(0, WallName.PROCESS, "the sandbox is closed"));
    for (var worker : last) {
      try {
        worker.awaitDeath();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private Place enter(Seat seat) {
    var worker = Objects.requireNonNull(seat.worker);
    seat.visits++;
    seat.visitsEver++;
    return new Place(worker, () -> leave(seat));
  }

  private void leave(Seat seat) {
    lock.lock();
    try {
      seat.visits--;
      seat.idleSinceNanos = System.nanoTime();
      changed.signalAll();
      if (seat.visits == 0 && !closed) {
        var _ =
            clock.schedule(
                this::retireIdle, settings.idle().toMillis() + 10, TimeUnit.MILLISECONDS);
      }
    } catch (RejectedExecutionException e) {
      LOG.log(Level.DEBUG, "closed meanwhile: {0}", e.getMessage());
    } finally {
      lock.unlock();
    }
  }

  /// Called with the lock held; gives it up while the process starts.
  private Place startAndEnter(String signer, Seat seat) throws IOException, InterruptedException {
    Optional<WorkerProcess> started = Optional.empty();
    lock.unlock();
    try {
      started = Optional.of(launcher.start());
    } finally {
      lock.lock();
      seat.starting = false;
      if (started.isEmpty()) {
        seats.remove(signer, seat);
      }
      changed.signalAll();
    }
    var worker = started.get();
    seat.worker = worker;
    alive.removeIf(WorkerProcess::isDead);
    alive.add(worker);
    if (closed) {
      worker.kill(0, WallName.PROCESS, "the sandbox is closed");
    }
    return enter(seat);
  }

  private void retireIdle() {
    lock.lock();
    try {
      long now = System.nanoTime();
      for (var entry : List.copyOf(seats.entrySet())) {
        var seat = entry.getValue();
        boolean idle =
            !seat.starting
                && seat.visits == 0
                && now - seat.idleSinceNanos >= settings.idle().toNanos();
        if (idle || seat.isSpent()) {
          retire(entry.getKey(), seat);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /// Gives up the worker that has been idle longest; says whether there was one.
  private boolean evictIdle() {
    Optional<Map.Entry<String, Seat>> longest =
        seats.entrySet().stream()
            .filter(e -> !e.getValue().starting && e.getValue().visits == 0)
            .min((a, b) -> Long.compare(a.getValue().idleSinceNanos, b.getValue().idleSinceNanos));
    longest.ifPresent(e -> retire(e.getKey(), e.getValue()));
    return longest.isPresent();
  }

  private void retire(String signer, Seat seat) {
    seats.remove(signer, seat);
    var worker = seat.worker;
    if (worker != null) {
      worker.kill(0, WallName.PROCESS, "no longer needed");
      alive.remove(worker);
    }
    changed.signalAll();
  }
}
