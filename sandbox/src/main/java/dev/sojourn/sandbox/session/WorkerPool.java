package dev.sojourn.sandbox.session;

import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.SandboxWalls;
import dev.sojourn.sandbox.WallName;
import dev.sojourn.sandbox.WorkerCounts;
import dev.sojourn.sandbox.launch.Namespaces;
import dev.sojourn.sandbox.session.WorkerScheduler.WorkerKey;
import dev.sojourn.sandbox.start.ProcessLauncher;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// The workers of a sandbox. The pool carries out the decisions of the [WorkerScheduler]. Any
/// thread may use it.
///
/// Its monitor guards the scheduler. No thread holds the monitor while it starts a process or waits
/// for one.
final class WorkerPool {
  private static final Logger LOG = System.getLogger(WorkerPool.class.getName());

  private static final RateLimitedLog FAULTS = new RateLimitedLog(LOG);

  private final ProcessLauncher launcher;
  private final ScheduledExecutorService clock;
  private final WorkerScheduler<WorkerProcess> scheduler;
  private boolean closed;
  private boolean failing;
  private long lookAt = Long.MAX_VALUE;

  /// Creates a pool that does not start workers yet.
  WorkerPool(SandboxSettings settings, ProcessLauncher launcher, ScheduledExecutorService clock) {
    this.launcher = launcher;
    this.clock = clock;
    this.scheduler = new WorkerScheduler<>(settings.pool(), settings.heapMiB(), System.nanoTime());
  }

  /// Begins to keep spares and to check the time of workers.
  void open() {
    synchronized (this) {
      decide();
    }
    var _ = clock.scheduleWithFixedDelay(this::look, 1, 1, TimeUnit.SECONDS);
  }

  private void look() {
    List<WorkerProcess> all;
    synchronized (this) {
      all = scheduler.workers();
    }
    for (var worker : all) {
      try {
        worker.look();
      } catch (RuntimeException e) {
        // An uncaught exception would end these checks forever.
        FAULTS.fault("A look at a worker", e);
      }
    }
  }

  /// Waits for a place in a worker of the signer.
  synchronized WorkerProcess enter(String signer, long alone, BooleanSupplier abandoned)
      throws IOException, InterruptedException {
    var key = new WorkerKey(signer, alone);
    scheduler.arrive(key);
    try {
      while (true) {
        if (closed || abandoned.getAsBoolean()) {
          throw new InterruptedException();
        }
        var worker = scheduler.enter(key, System.nanoTime());
        if (worker.isPresent()) {
          return worker.get();
        }
        var refusal = scheduler.refusal(key);
        if (refusal.isPresent()) {
          throw new IOException(refusal.get());
        }
        // Nothing has changed, so no thread is woken. Otherwise waiting threads would wake each
        // other forever, and no thread would remain to start the worker.
        decide();
        wait(200);
      }
    } finally {
      scheduler.depart(key);
      drive();
    }
  }

  /// Returns a place in a worker.
  synchronized void leave(String signer, long alone, WorkerProcess worker) {
    scheduler.leave(new WorkerKey(signer, alone), worker, System.nanoTime());
    drive();
  }

  /// {@return the current numbers of workers}
  synchronized WorkerCounts counts() {
    int spare = scheduler.spares();
    return new WorkerCounts(
        scheduler.workers().size() - spare, spare, scheduler.starting(), failing);
  }

  /// {@return the walls that a running worker reports; starts a worker if none runs}
  List<SandboxWalls.Wall> askWalls() throws IOException, InterruptedException {
    Optional<WorkerProcess> running;
    synchronized (this) {
      running = scheduler.workers().stream().filter(worker -> !worker.isDead()).findFirst();
    }
    if (running.isPresent()) {
      return running.get().walls();
    }
    var worker = new WorkerProcess(launcher.start());
    worker.listen(() -> {});
    worker.kill(0, WallName.PROCESS, "asked for its walls only");
    worker.awaitDeath();
    return worker.walls();
  }

  /// Makes the cache that speeds up the start of workers, if the settings demand it and it does not
  /// exist.
  void makeCache() throws InterruptedException {
    launcher.makeCache();
  }

  /// {@return the namespaces of workers; waits until they are known}
  Namespaces namespaces() throws InterruptedException {
    return launcher.namespaces();
  }

  /// Ends all workers, including those that are starting, and waits for their death.
  void close() {
    launcher.awaitMissedCache();
    endWorkers();
    launcher.close();
  }

  private void endWorkers() {
    List<WorkerProcess> last;
    synchronized (this) {
      closed = true;
      notifyAll();
      last = scheduler.workers();
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

  /// Waits until no worker is starting any more. Returns the workers that started meanwhile.
  private synchronized List<WorkerProcess> startedMeanwhile() throws InterruptedException {
    while (scheduler.starting() > 0) {
      wait();
    }
    return scheduler.workers();
  }

  /// Carries out the requests of the scheduler and wakes waiting threads. Called after each event;
  /// the caller must hold the monitor.
  private void drive() {
    decide();
    notifyAll();
  }

  private void decide() {
    if (!closed) {
      for (int starts = scheduler.startsWanted(System.nanoTime()); starts > 0; starts--) {
        Thread.ofVirtual().name("worker-start").start(this::start);
      }
      lookLater();
    }
    for (var worker : scheduler.takeReleased()) {
      worker.kill(0, WallName.PROCESS, "no longer needed");
    }
  }

  private void start() {
    try {
      var worker = new WorkerProcess(launcher.start());
      synchronized (this) {
        scheduler.started(worker);
        if (closed) {
          worker.kill(0, WallName.PROCESS, "the sandbox is closed");
        }
        // Last, since the scheduler must know the worker before it gets the report of its death.
        worker.listen(() -> died(worker));
        if (failing) {
          failing = false;
          LOG.log(Level.INFO, "Workers can be started again");
        }
        drive();
      }
    } catch (IOException e) {
      startFailed(String.valueOf(e.getMessage()), ProcessLauncher.wordsForOwners(e));
    } catch (InterruptedException | RuntimeException e) {
      startFailed("the sandbox failed: " + e, "the sandbox failed");
    }
  }

  private synchronized void startFailed(String reason, String wordsForOwners) {
    long now = System.nanoTime();
    scheduler.startFailed(wordsForOwners, now);
    if (!closed) {
      failing = true;
      LOG.log(
          Level.WARNING,
          "A worker cannot be started; the next attempt is made in {0} s at the earliest: {1}",
          scheduler.pauseSeconds(now),
          reason);
    }
    drive();
  }

  private synchronized void died(WorkerProcess worker) {
    var what = scheduler.died(worker, System.nanoTime());
    if (what.isPresent() && !closed) {
      LOG.log(Level.INFO, "A worker, {0}, is gone: {1}", what.get(), worker.whyDead());
    }
    drive();
  }

  /// Schedules the next check for the time when a decision may change without an event.
  private void lookLater() {
    long now = System.nanoTime();
    long next = scheduler.nextLook(now);
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

  private synchronized void look(long planned) {
    if (lookAt == planned) {
      lookAt = Long.MAX_VALUE;
    }
    scheduler.retireIdle(System.nanoTime());
    drive();
  }
}
