package dev.sojourn.sandbox;

import dev.sojourn.base.log.FaultLog;
import dev.sojourn.sandbox.WorkerScheduler.WorkerKey;
import dev.sojourn.sandbox.pipe.WallName;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// The workers: carries out what the [WorkerScheduler] decides. May be used by any thread.
///
/// One lock guards the roster; it is never held while a process starts or is waited for.
final class WorkerPool {
  private static final Logger LOG = System.getLogger(WorkerPool.class.getName());

  private static final FaultLog FAULTS = new FaultLog(LOG, InstantSource.system());

  private final WorkerLauncher launcher;
  private final ScheduledExecutorService clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final WorkerScheduler<WorkerProcess> roster;
  private boolean closed;
  private boolean failing;
  private long lookAt = Long.MAX_VALUE;

  WorkerPool(SandboxSettings settings, WorkerLauncher launcher, ScheduledExecutorService clock) {
    this.launcher = launcher;
    this.clock = clock;
    this.roster = new WorkerScheduler<>(settings.pool(), settings.heapMiB(), System.nanoTime());
  }

  /// Begins to keep spares, and to look at what workers take.
  void open() {
    lock.lock();
    try {
      decide();
    } finally {
      lock.unlock();
    }
    var _ = clock.scheduleWithFixedDelay(this::look, 1, 1, TimeUnit.SECONDS);
  }

  private void look() {
    List<WorkerProcess> all;
    lock.lock();
    try {
      all = roster.workers();
    } finally {
      lock.unlock();
    }
    for (var worker : all) {
      try {
        worker.look();
      } catch (RuntimeException e) {
        // What escapes would be the last look of all.
        FAULTS.report("A look at a worker", e);
      }
    }
  }

  /// A visit's place in a worker; closing it gives it back.
  record Place(WorkerProcess worker, Runnable giveBack) implements AutoCloseable {
    @Override
    public void close() {
      giveBack.run();
    }
  }

  /// Waits for a place in a worker of the signer.
  ///
  /// @param abandoned asked from time to time while waiting
  /// @throws IOException if a worker cannot be started
  /// @throws InterruptedException if the pool is closed or the wait is abandoned
  Place place(WorkerKey berth, BooleanSupplier abandoned) throws IOException, InterruptedException {
    lock.lockInterruptibly();
    roster.arrive(berth);
    try {
      while (true) {
        if (closed || abandoned.getAsBoolean()) {
          throw new InterruptedException();
        }
        var seat = roster.enter(berth, System.nanoTime());
        if (seat.isPresent()) {
          var taken = seat.get();
          return new Place(taken.worker(), () -> leave(berth, taken));
        }
        var refusal = roster.refusal(berth);
        if (refusal.isPresent()) {
          throw new IOException(refusal.get());
        }
        // Nothing has happened, so nobody is woken: those who wait would wake each other for ever,
        // and leave no thread for the worker that they wait for.
        decide();
        changed.await(200, TimeUnit.MILLISECONDS);
      }
    } finally {
      roster.depart(berth);
      drive();
      lock.unlock();
    }
  }

  private void leave(WorkerKey berth, WorkerScheduler.WorkerLease<WorkerProcess> seat) {
    lock.lock();
    try {
      roster.leave(berth, seat, System.nanoTime());
      drive();
    } finally {
      lock.unlock();
    }
  }

  int spares() {
    lock.lock();
    try {
      return roster.spares();
    } finally {
      lock.unlock();
    }
  }

  /// The walls that a worker reports; of one that runs, or of one started for this.
  List<SandboxWalls.Wall> askWalls() throws IOException, InterruptedException {
    Optional<WorkerProcess> running;
    lock.lockInterruptibly();
    try {
      running = roster.workers().stream().filter(worker -> !worker.isDead()).findFirst();
    } finally {
      lock.unlock();
    }
    if (running.isPresent()) {
      return running.get().walls();
    }
    var worker = launcher.start();
    worker.listen(() -> {});
    worker.kill(0, WallName.PROCESS, "asked for its walls only");
    worker.awaitDeath();
    return worker.walls();
  }

  /// Ends all workers, those that are starting too, and waits for their death.
  void close() {
    List<WorkerProcess> last;
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
      last = roster.workers();
    } finally {
      lock.unlock();
    }
    launcher.abortStarts();
    last.forEach(worker -> worker.kill(0, WallName.PROCESS, "the sandbox is closed"));
    try {
      for (var worker : last) {
        worker.awaitDeath();
      }
      for (var worker : startedMeanwhile()) {
        worker.awaitDeath();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// Waits until nothing starts any more; gives what was killed as soon as it had started.
  private List<WorkerProcess> startedMeanwhile() throws InterruptedException {
    lock.lock();
    try {
      while (roster.starting() > 0) {
        changed.await();
      }
      return roster.workers();
    } finally {
      lock.unlock();
    }
  }

  /// Does what the roster asks for, and lets those who wait look again. Called with the lock held,
  /// after everything that happens.
  private void drive() {
    decide();
    changed.signalAll();
  }

  private void decide() {
    if (!closed) {
      for (int starts = roster.startsWanted(System.nanoTime()); starts > 0; starts--) {
        Thread.ofVirtual().name("worker-start").start(this::start);
      }
      lookLater();
    }
    for (var worker : roster.takeReleased()) {
      worker.kill(0, WallName.PROCESS, "no longer needed");
    }
  }

  private void start() {
    try {
      var worker = launcher.start();
      lock.lock();
      try {
        roster.started(worker);
        if (closed) {
          worker.kill(0, WallName.PROCESS, "the sandbox is closed");
        }
        // Not before the roster knows it, to which its death is told.
        worker.listen(() -> died(worker));
        if (failing) {
          failing = false;
          LOG.log(Level.INFO, "Workers can be started again");
        }
        drive();
      } finally {
        lock.unlock();
      }
    } catch (IOException e) {
      startFailed(String.valueOf(e.getMessage()), WorkerLauncher.wordsForOwners(e));
    } catch (InterruptedException | RuntimeException e) {
      startFailed("the sandbox failed: " + e, "the sandbox failed");
    }
  }

  private void startFailed(String reason, String wordsForOwners) {
    lock.lock();
    try {
      long now = System.nanoTime();
      roster.startFailed(wordsForOwners, now);
      if (!closed) {
        failing = true;
        LOG.log(
            Level.WARNING,
            "A worker cannot be started; the next attempt is made in {0} s at the earliest: {1}",
            roster.pauseSeconds(now),
            reason);
      }
      drive();
    } finally {
      lock.unlock();
    }
  }

  private void died(WorkerProcess worker) {
    lock.lock();
    try {
      var what = roster.died(worker, System.nanoTime());
      if (what.isPresent() && !closed) {
        LOG.log(Level.INFO, "A worker, {0}, is gone: {1}", what.get(), worker.whyDead());
      }
      drive();
    } finally {
      lock.unlock();
    }
  }

  /// Looks again when time alone may have changed something.
  private void lookLater() {
    long now = System.nanoTime();
    long next = roster.nextLook(now);
    if (next >= lookAt) {
      return;
    }
    lookAt = next;
    try {
      var _ = clock.schedule(() -> look(next), Math.max(1, next - now), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      LOG.log(Level.DEBUG, "closed meanwhile: {0}", e.getMessage());
    }
  }

  private void look(long planned) {
    lock.lock();
    try {
      if (lookAt == planned) {
        lookAt = Long.MAX_VALUE;
      }
      roster.retireIdle(System.nanoTime());
      drive();
    } finally {
      lock.unlock();
    }
  }
}
