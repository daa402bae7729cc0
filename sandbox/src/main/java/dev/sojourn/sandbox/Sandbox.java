package dev.sojourn.sandbox;

import dev.sojourn.base.log.FaultLog;
import dev.sojourn.base.text.Plain;
import dev.sojourn.sandbox.confine.SeccompPolicy;
import dev.sojourn.sandbox.launch.ClassPathJars;
import dev.sojourn.sandbox.launch.Namespaces;
import dev.sojourn.sandbox.launch.SandboxDirectory;
import dev.sojourn.sandbox.launch.StartCache;
import dev.sojourn.sandbox.launch.WorkerCommand;
import dev.sojourn.sandbox.pipe.CodePlace;
import dev.sojourn.sandbox.pipe.WallName;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

/// Worker processes and the visits in them. May be used by any thread.
///
/// Each visit runs on a virtual thread here and on a thread of its own in the worker of its signer.
/// A worker is given to a signer when their first visit comes, and kept for them for a while after
/// their last. A few can be kept ready for signers to come.
public final class Sandbox implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Sandbox.class.getName());
  private static final FaultLog FAULTS = new FaultLog(LOG, InstantSource.system());

  private final SandboxSettings settings;
  private final SandboxDirectory directory;
  private final ScheduledExecutorService clock;
  private final WorkerLauncher launcher;
  private final WorkerPool pool;
  private final AtomicInteger numbers = new AtomicInteger();

  private Sandbox(
      SandboxSettings settings,
      SandboxDirectory directory,
      WorkerCommand command,
      Optional<StartCache> cache) {
    this.settings = settings;
    this.directory = directory;
    this.clock = clock();
    this.launcher = new WorkerLauncher(settings, directory, command, cache, clock);
    this.pool = new WorkerPool(settings, launcher, clock);
  }

  /// Each visit leaves behind deadlines that it met, some of them an hour long; they are not kept
  /// until they would have come.
  private static ScheduledExecutorService clock() {
    var clock =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("sandbox-clock").factory());
    clock.setRemoveOnCancelPolicy(true);
    return clock;
  }

  /// Opens a sandbox. Begins to start its spare workers; where there shall be none, no worker is
  /// started before the first visit.
  ///
  /// @param settings how workers are started and kept
  /// @return the sandbox, to be closed by its opener
  /// @throws IOException if the directory cannot be written, the worker's jars are not found, or
  ///   this machine cannot do what the settings demand of it
  public static Sandbox open(SandboxSettings settings) throws IOException {
    settings.confinement().requireFilter();
    long workerMiB = PoolSettings.workerMiB(settings.heapMiB());
    if (settings.pool().memoryMiB() < workerMiB) {
      throw new IOException(
          "memory of all workers: %d MiB (expected: at least the %d MiB of one)"
              .formatted(settings.pool().memoryMiB(), workerMiB));
    }
    var directory = SandboxDirectory.open(settings.places().directory());
    WorkerCommand command;
    Optional<StartCache> cache = Optional.empty();
    try {
      command =
          new WorkerCommand(
              settings.places().javaHome(),
              settings.heapMiB(),
              ClassPathJars.find(directory.path()));
      if (settings.places().startCache().isPresent()) {
        cache = Optional.of(StartCache.of(settings.places().startCache().get(), command));
      }
    } catch (IOException e) {
      directory.close();
      throw e;
    }
    var sandbox = new Sandbox(settings, directory, command, cache);
    try {
      sandbox.requireIsolated();
      sandbox.pool.open();
      return sandbox;
    } catch (IOException e) {
      sandbox.close();
      throw e;
    }
  }

  private void requireIsolated() throws IOException {
    try {
      if (settings.confinement() == Confinement.ISOLATED) {
        settings.confinement().require(namespaces());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /// Starts a visit. Returns at once; the visit may have to wait for a free worker.
  ///
  /// @param order the visit
  /// @param desk answers the worker
  /// @return the visit under way
  public VisitHandle start(VisitOrder order, VisitServices desk) {
    return start(order, desk, new WorkerScheduler.WorkerKey(order.signer(), 0));
  }

  /// Starts a visit in a worker of its own, in which no other visit is or was. For one whose worker
  /// was lost and nobody knows by whom: if it is lost again, it was this visit.
  ///
  /// @param order the visit
  /// @param desk answers the worker
  /// @return the visit under way
  public VisitHandle startAlone(VisitOrder order, VisitServices desk) {
    return start(
        order, desk, new WorkerScheduler.WorkerKey(order.signer(), numbers.incrementAndGet()));
  }

  private VisitHandle start(VisitOrder order, VisitServices desk, WorkerScheduler.WorkerKey berth) {
    var visiting = new Handle();
    Thread.ofVirtual()
        .name("visit-" + order.visitId())
        .start(() -> visiting.end.complete(visit(order, desk, berth, visiting)));
    return visiting;
  }

  /// Makes the cache with which further workers start faster, if the settings name a place and it
  /// is not there yet. Takes a few seconds of one processor. Where it cannot be made, workers go on
  /// starting without it, and the log says why.
  ///
  /// @throws InterruptedException if the calling thread is interrupted, or the sandbox closed
  public void makeStartCache() throws InterruptedException {
    launcher.makeCache();
  }

  /// {@return how many workers are ready and have no signer yet}
  public int spares() {
    return pool.spares();
  }

  /// {@return which walls stand on this machine; starts a worker to ask it}
  ///
  /// @throws IOException if no worker can be started
  /// @throws InterruptedException if the calling thread is interrupted
  public SandboxWalls walls() throws IOException, InterruptedException {
    var walls = new ArrayList<>(pool.askWalls());
    walls.add(
        new SandboxWalls.Wall(
            "pipe",
            SandboxWalls.State.IN_FORCE,
            "every message of a worker is checked against the visit's limits by its caller"));
    return new SandboxWalls(walls);
  }

  /// Finds out, without starting a worker, what of the machine will not be hidden from workers.
  ///
  /// @return one clause, or an empty text if nothing is missing
  /// @throws InterruptedException if the calling thread is interrupted
  public String missing() throws InterruptedException {
    return SeccompPolicy.isSupported()
        ? launcher.namespaces().missing()
        : "no filter for their system calls, which there is on Linux on x86-64 or aarch64 only";
  }

  /// {@return the namespaces that workers get, without starting one; waits until that is known}
  ///
  /// @throws InterruptedException if the calling thread is interrupted
  public Namespaces namespaces() throws InterruptedException {
    return launcher.namespaces();
  }

  /// Ends all visits and workers, and waits for the workers' death.
  @Override
  public void close() {
    pool.close();
    launcher.close();
    clock.shutdownNow();
    directory.close();
  }

  private VisitEnd visit(
      VisitOrder order, VisitServices desk, WorkerScheduler.WorkerKey berth, Handle visiting) {
    WorkerPool.Place place;
    try {
      place = pool.place(berth, visiting::isStopped);
    } catch (IOException e) {
      return killed(String.valueOf(e.getMessage()));
    } catch (InterruptedException _) {
      return visiting.isStopped()
          ? new VisitEnd.Stopped("stop", visiting.stopReason.get(), CodePlace.UNKNOWN)
          : killed("the sandbox is closed");
    }
    try (place) {
      var session =
          new VisitSession(numbers.incrementAndGet(), order, desk, place.worker(), settings, clock);
      visiting.attach(session);
      var end = session.run();
      LOG.log(Level.DEBUG, "visit {0}: {1}", order.visitId(), end.getClass().getSimpleName());
      return end;
    } catch (RuntimeException | Error e) {
      place.worker().kill(0, WallName.PROCESS, "the sandbox failed");
      FAULTS.report("A visit in the sandbox", e);
      return killed("the sandbox failed, by a fault of its own");
    }
  }

  /// The end of a visit that is not to blame for it.
  private static VisitEnd.Killed killed(String reason) {
    return new VisitEnd.Killed(WallName.PROCESS, reason, CodePlace.UNKNOWN, true);
  }

  /// The caller's handle of a visit, also while it waits for a worker.
  private static final int MAX_EARLY_MESSAGES = 16;

  private static final class Handle implements VisitHandle {
    private final CompletableFuture<VisitEnd> end = new CompletableFuture<>();
    private final AtomicReference<String> stopReason = new AtomicReference<>("");
    private final AtomicReference<List<VisitSession>> session = new AtomicReference<>(List.of());
    private final CompletableFuture<Optional<VisitSession>> attached = new CompletableFuture<>();
    private final AtomicInteger early = new AtomicInteger();
    private final ReentrantLock turn = new ReentrantLock();
    private CompletableFuture<Optional<VisitSession>> last = attached;

    Handle() {
      var _ = end.thenRun(() -> attached.complete(Optional.empty()));
    }

    @Override
    public VisitEnd await() throws InterruptedException {
      try {
        return end.get();
      } catch (java.util.concurrent.ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public VisitSpending spending() {
      return session.get().stream()
          .map(VisitSession::spending)
          .findFirst()
          .orElse(VisitSpending.NONE);
    }

    @Override
    public void stop(String reason) {
      stopReason.compareAndSet("", reason.isEmpty() ? "asked to stop" : reason);
      session.get().forEach(s -> s.stop("stop", stopReason.get()));
    }

    @Override
    public CompletableFuture<MessageReply> message(String text) {
      if (Plain.exceeds(text, MessageReply.MAX_CHARS)) {
        throw new IllegalArgumentException(
            "text: %d characters (expected: at most %d)"
                .formatted(text.codePointCount(0, text.length()), MessageReply.MAX_CHARS));
      }
      // One that comes while the visit waits for its worker is for the visit all the same.
      if (!attached.isDone() && early.incrementAndGet() > MAX_EARLY_MESSAGES) {
        return CompletableFuture.completedFuture(new MessageReply.Crowded());
      }
      var reply = new CompletableFuture<MessageReply>();
      turn.lock();
      try {
        // Each behind the one before: what waits for the same future is called last first.
        last = last.thenApply(to -> pass(to, text, reply));
      } finally {
        turn.unlock();
      }
      return reply;
    }

    // It is passed on as it came, to the next one that waits.
    private static Optional<VisitSession> pass(
        Optional<VisitSession> to, String text, CompletableFuture<MessageReply> reply) {
      try {
        var _ =
            to.map(started -> started.message(text))
                .orElseGet(() -> CompletableFuture.completedFuture(new MessageReply.NotRunning()))
                .thenAccept(reply::complete);
      } catch (RuntimeException e) {
        // Those behind it are to have their turn all the same.
        reply.completeExceptionally(e);
      }
      return to;
    }

    boolean isStopped() {
      return !stopReason.get().isEmpty();
    }

    /// A stop that came before is passed on now.
    void attach(VisitSession started) {
      session.set(List.of(started));
      attached.complete(Optional.of(started));
      if (isStopped()) {
        started.stop("stop", stopReason.get());
      }
    }
  }
}
