package dev.sojourn.sandbox.session;

import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.page.view.ViewReader;
import dev.sojourn.sandbox.CodePlace;
import dev.sojourn.sandbox.Confinement;
import dev.sojourn.sandbox.MessageReply;
import dev.sojourn.sandbox.PoolSettings;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.SandboxWalls;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.VisitHandle;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.sandbox.VisitServices;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.sandbox.WallName;
import dev.sojourn.sandbox.WorkerCounts;
import dev.sojourn.sandbox.confine.SeccompPolicy;
import dev.sojourn.sandbox.launch.ClassPathJars;
import dev.sojourn.sandbox.launch.ConfinedProgram;
import dev.sojourn.sandbox.launch.Namespaces;
import dev.sojourn.sandbox.launch.SandboxDirectory;
import dev.sojourn.sandbox.launch.StartCache;
import dev.sojourn.sandbox.launch.WorkerCommand;
import dev.sojourn.sandbox.reader.ReaderPool;
import dev.sojourn.sandbox.start.ProcessLauncher;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/// The sandbox of worker processes. Each visit has a virtual thread here, and its own thread in the
/// worker of its signer.
public final class ProcessSandbox implements Sandbox {
  private static final Logger LOG = System.getLogger(ProcessSandbox.class.getName());
  private static final RateLimitedLog FAULTS = new RateLimitedLog(LOG);

  private final SandboxSettings settings;
  private final SandboxDirectory directory;
  private final ScheduledExecutorService clock;
  private final WorkerPool pool;
  private final ReaderPool readers;
  private final AtomicInteger numbers = new AtomicInteger();

  private ProcessSandbox(
      SandboxSettings settings, SandboxDirectory directory, Program worker, Program reader) {
    this.settings = settings;
    this.directory = directory;
    this.clock = clock();
    this.pool = new WorkerPool(settings, launcher(worker), clock);
    this.readers = new ReaderPool(settings.pool().readers(), launcher(reader), clock);
  }

  private ProcessLauncher launcher(Program program) {
    return new ProcessLauncher(settings, directory, program.command(), program.cache(), clock);
  }

  /// A program of the sandbox.
  private record Program(WorkerCommand command, Optional<StartCache> cache) {
    static Program of(ConfinedProgram kind, SandboxSettings settings, Path packed)
        throws IOException {
      var places = settings.places();
      var jars = ClassPathJars.find(kind, packed);
      var command = new WorkerCommand(kind, places.javaHome(), settings.heapMiB(), jars);
      return new Program(
          command,
          places.startCache().isPresent()
              ? Optional.of(StartCache.of(places.startCache().get(), command))
              : Optional.empty());
    }
  }

  /// Makes a clock that removes cancelled deadlines at once: each visit cancels deadlines, some of
  /// them an hour away.
  private static ScheduledExecutorService clock() {
    var clock =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("sandbox-clock").factory());
    clock.setRemoveOnCancelPolicy(true);
    return clock;
  }

  /// Opens a sandbox and begins to start its spare workers. Without spares, it starts no worker
  /// before the first visit.
  ///
  /// @param settings the settings for starting and keeping workers
  /// @return the sandbox, which the caller must close
  /// @throws IOException if the directory cannot be written, the worker's jars are missing, or this
  ///   machine does not offer the demanded confinement
  public static Sandbox open(SandboxSettings settings) throws IOException {
    settings.confinement().requireFilter();
    long workerMiB = PoolSettings.workerMiB(settings.heapMiB());
    if (settings.pool().memoryMiB() < workerMiB) {
      throw new IOException(
          "memory of all workers: %d MiB (expected: at least the %d MiB of one)"
              .formatted(settings.pool().memoryMiB(), workerMiB));
    }
    var directory = SandboxDirectory.open(settings.places().directory());
    ProcessSandbox sandbox;
    try {
      sandbox =
          new ProcessSandbox(
              settings,
              directory,
              Program.of(ConfinedProgram.WORKER, settings, directory.path()),
              Program.of(ConfinedProgram.READER, settings, directory.path()));
    } catch (IOException e) {
      directory.close();
      throw e;
    }
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

  @Override
  public VisitHandle start(VisitOrder order, VisitServices services) {
    return start(order, services, 0);
  }

  @Override
  public VisitHandle startAlone(VisitOrder order, VisitServices services) {
    return start(order, services, numbers.incrementAndGet());
  }

  /// @param alone the number of a worker only for this visit; 0 for any worker of its signer
  private VisitHandle start(VisitOrder order, VisitServices services, long alone) {
    var handle = new Handle();
    services.beginning(handle);
    Thread.ofVirtual()
        .name("visit-" + order.visitId())
        .start(() -> handle.end.complete(visit(order, services, alone, handle)));
    return handle;
  }

  @Override
  public void makeStartCache() throws InterruptedException {
    pool.makeCache();
    readers.makeCache();
  }

  @Override
  public ViewReader reader() {
    return readers;
  }

  @Override
  public WorkerCounts workers() {
    return pool.counts();
  }

  @Override
  public SandboxWalls walls() throws IOException, InterruptedException {
    var walls = new ArrayList<>(pool.askWalls());
    walls.add(
        new SandboxWalls.Wall(
            "pipe",
            SandboxWalls.State.IN_FORCE,
            "every message of a worker is checked against the visit's limits by its caller"));
    return new SandboxWalls(walls);
  }

  @Override
  public String missing() throws InterruptedException {
    return SeccompPolicy.isSupported()
        ? pool.namespaces().missing()
        : "no filter for their system calls, which there is on Linux on x86-64 or aarch64 only";
  }

  @Override
  public Namespaces namespaces() throws InterruptedException {
    return pool.namespaces();
  }

  @Override
  public void close() {
    readers.close();
    pool.close();
    clock.shutdownNow();
    directory.close();
  }

  private VisitEnd visit(VisitOrder order, VisitServices services, long alone, Handle handle) {
    WorkerProcess worker;
    try {
      worker = pool.enter(order.signer(), alone, handle::isStopped);
    } catch (IOException e) {
      return killed(String.valueOf(e.getMessage()));
    } catch (InterruptedException _) {
      return handle.isStopped()
          ? new VisitEnd.Stopped("stop", handle.stopReason.get(), CodePlace.UNKNOWN)
          : killed("the sandbox is closed");
    }
    try {
      var session =
          new VisitSession(numbers.incrementAndGet(), order, services, worker, settings, clock);
      handle.attach(session);
      var end = session.run();
      LOG.log(Level.DEBUG, "visit {0}: {1}", order.visitId(), end.getClass().getSimpleName());
      return end;
    } catch (RuntimeException | Error e) {
      worker.kill(0, WallName.PROCESS, "the sandbox failed");
      FAULTS.fault("A visit in the sandbox", e);
      return killed("the sandbox failed, by a fault of its own");
    } finally {
      pool.leave(order.signer(), alone, worker);
    }
  }

  /// Returns the end of a visit that did not cause it.
  private static VisitEnd.WorkerEnded killed(String reason) {
    return new VisitEnd.WorkerEnded(WallName.PROCESS, reason, CodePlace.UNKNOWN, true);
  }

  private static final int MAX_EARLY_MESSAGES = 16;

  /// The caller's handle of a visit. It also works while the visit waits for a worker.
  private static final class Handle implements VisitHandle {
    private final CompletableFuture<VisitEnd> end = new CompletableFuture<>();
    private final AtomicReference<String> stopReason = new AtomicReference<>("");
    private final AtomicReference<List<VisitSession>> session = new AtomicReference<>(List.of());
    private final CompletableFuture<Optional<VisitSession>> attached = new CompletableFuture<>();
    private final AtomicInteger early = new AtomicInteger();
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
      if (ForeignText.of(text).exceeds(MessageReply.MAX_CHARS)) {
        throw new IllegalArgumentException(
            "text: %d characters (expected: at most %d)"
                .formatted(text.codePointCount(0, text.length()), MessageReply.MAX_CHARS));
      }
      // Messages may also arrive while the visit waits for its worker.
      if (!attached.isDone() && early.incrementAndGet() > MAX_EARLY_MESSAGES) {
        return CompletableFuture.completedFuture(new MessageReply.Crowded());
      }
      var reply = new CompletableFuture<MessageReply>();
      synchronized (attached) {
        // Chains the messages to keep their order, since a future runs its callbacks in reverse
        // order.
        last = last.thenApply(to -> pass(to, text, reply));
      }
      return reply;
    }

    // Passes a message to the session, and returns the session for the next waiting message.
    private static Optional<VisitSession> pass(
        Optional<VisitSession> to, String text, CompletableFuture<MessageReply> reply) {
      try {
        var _ =
            to.map(started -> started.message(text))
                .orElseGet(() -> CompletableFuture.completedFuture(new MessageReply.NotRunning()))
                .thenAccept(reply::complete);
      } catch (RuntimeException e) {
        // Later messages must still be passed.
        reply.completeExceptionally(e);
      }
      return to;
    }

    boolean isStopped() {
      return !stopReason.get().isEmpty();
    }

    /// Connects the visit to its session, and passes an earlier stop to it.
    void attach(VisitSession started) {
      session.set(List.of(started));
      attached.complete(Optional.of(started));
      if (isStopped()) {
        started.stop("stop", stopReason.get());
      }
    }
  }
}
