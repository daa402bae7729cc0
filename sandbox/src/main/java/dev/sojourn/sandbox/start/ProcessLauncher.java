package dev.sojourn.sandbox.start;

import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.SandboxWalls;
import dev.sojourn.sandbox.launch.Namespaces;
import dev.sojourn.sandbox.launch.OrphanReaper;
import dev.sojourn.sandbox.launch.ProcessClock;
import dev.sojourn.sandbox.launch.SandboxDirectory;
import dev.sojourn.sandbox.launch.SocketPlace;
import dev.sojourn.sandbox.launch.StartCache;
import dev.sojourn.sandbox.launch.WorkerCommand;
import dev.sojourn.sandbox.launch.WorkerOutput;
import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.Pipe;
import dev.sojourn.sandbox.pipe.PipeException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/// Starts processes of one program, and returns them only after they have confined themselves. Any
/// thread may use it.
public final class ProcessLauncher implements AutoCloseable {
  private static final Logger LOG = System.getLogger(ProcessLauncher.class.getName());

  /// The most bytes of a Unix socket's path on Linux.
  private static final int MAX_NAME_BYTES = 107;

  /// How long to wait for the cache. It takes 2 to 3 s on two processors, and longer on a busy
  /// machine.
  private static final Duration MAKING = Duration.ofSeconds(15);

  /// The exit code after SIGTERM.
  private static final int SIGTERMED = 128 + 15;

  private static final List<String> COMPILERS =
      WorkerCommand.compilers(System.getenv().getOrDefault("SOJOURN_JAVA_OPTIONS", ""));

  /// Prevents two launchers of a process from making their caches at the same time. One of them
  /// would then give up.
  private static final ReentrantLock MISSED = new ReentrantLock();

  private static final String UNCLOCKED =
      "garbage collection and compilation have no bound (/proc does not show a worker's processor"
          + " time)";

  private final SandboxSettings settings;
  private final SandboxDirectory directory;
  private final WorkerCommand command;
  private final Optional<StartCache> cache;
  private final ScheduledExecutorService clock;
  private final Set<Process> starting = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean isMissed = new AtomicBoolean();
  private final CountDownLatch made = new CountDownLatch(1);
  private volatile boolean aborted;

  /// The thread that starts all worker processes. It lives as long as the sandbox. A worker dies
  /// with this thread, so no worker outlives the caller.
  private final ExecutorService parent =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("worker-parent").factory());

  private final Future<Namespaces> namespaces;

  /// Creates a launcher and begins to find the available namespaces.
  ///
  /// @param settings the settings of the sandbox
  /// @param directory the directory for sockets
  /// @param command the command line of the program
  /// @param cache the start cache of the program, if it has one
  /// @param clock ends processes that do not start in time
  public ProcessLauncher(
      SandboxSettings settings,
      SandboxDirectory directory,
      WorkerCommand command,
      Optional<StartCache> cache,
      ScheduledExecutorService clock) {
    this.settings = settings;
    this.directory = directory;
    this.command = command;
    this.cache = cache;
    this.clock = clock;
    this.namespaces =
        parent.submit(() -> Namespaces.find(settings.places().javaHome(), directory.mark()));
  }

  /// {@return the namespaces of the processes; waits until they are known}
  ///
  /// @throws InterruptedException if the calling thread is interrupted or the launcher is closed
  public Namespaces namespaces() throws InterruptedException {
    try {
      return namespaces.get();
    } catch (CancellationException _) {
      throw new InterruptedException("closed");
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /// Starts a process and waits until it is ready.
  ///
  /// @return the process
  /// @throws IOException if the worker does not start in time or cannot confine itself as demanded
  /// @throws InterruptedException if the calling thread is interrupted
  public ConfinedStart start() throws IOException, InterruptedException {
    var archive = cache.flatMap(StartCache::file);
    if (archive.isEmpty()) {
      if (settings.places().isCacheMadeWhenMissed() && isMissed.compareAndSet(false, true)) {
        Thread.ofVirtual().name("start-cache").start(this::makeMissedCache);
      }
      return start(List.of(), List.of());
    }
    try {
      return start(StartCache.options(archive.get()), List.of(archive.get()));
    } catch (IOException e) {
      if (aborted) {
        throw e;
      }
      var worker = start(List.of(), List.of());
      if (e instanceof KilledException) {
        LOG.log(Level.WARNING, "A worker was killed while it started, and one more is started");
        return worker;
      }
      // The cache caused the failure, since the worker starts without it.
      LOG.log(Level.WARNING, "Workers start without the start cache: {0}", e.getMessage());
      cache.ifPresent(all -> all.drop(archive.get()));
      return worker;
    }
  }

  private ConfinedStart start(List<String> options, List<Path> readable)
      throws IOException, InterruptedException {
    var name = directory.newSocket();
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      if (name.toString().getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
        throw new IOException(
            "directory: "
                + settings.places().directory()
                + " (expected: a path of at most "
                + SocketPlace.MAX_PATH_BYTES
                + " bytes)");
      }
      server.bind(UnixDomainSocketAddress.of(name), 1);
      var all = new ArrayList<>(directory.mark());
      all.addAll(COMPILERS);
      all.addAll(options);
      return start(server, command.in(namespaces(), name, all, readable));
    } finally {
      directory.delete(name);
    }
  }

  /// Ends a process that does not connect in time.
  private ScheduledFuture<?> deadline(Process process) throws IOException {
    try {
      return clock.schedule(
          () -> OrphanReaper.end(process),
          settings.deadlines().start().toMillis(),
          TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      OrphanReaper.end(process);
      throw new IOException("the sandbox is closed", e);
    }
  }

  private ConfinedStart start(ServerSocketChannel server, List<String> words)
      throws IOException, InterruptedException {
    var process = run(words);
    process.getOutputStream().close();
    var output = WorkerOutput.of(process);
    var deadline = deadline(process);
    // If the process ends before it connects, this thread must not wait any longer.
    var _ = process.onExit().thenRun(() -> closeQuietly(server));
    try {
      return ready(process, output, new Pipe(server.accept()));
    } catch (IOException e) {
      boolean isKilled;
      try {
        isKilled = !(e instanceof PipeException) && isKilled(process, output);
      } finally {
        OrphanReaper.end(process);
      }
      var message = "a worker did not start: " + e.getMessage() + " " + output.text().strip();
      throw isKilled ? new KilledException(message, e) : new IOException(message, e);
    } catch (InterruptedException e) {
      OrphanReaper.end(process);
      throw e;
    } finally {
      deadline.cancel(false);
      starting.remove(process);
    }
  }

  /// Whether a process was killed while it started, by its deadline or from outside.
  private boolean isKilled(Process process, WorkerOutput output) throws InterruptedException {
    return process.waitFor(1, TimeUnit.SECONDS)
        && (process.exitValue() == SIGTERMED
            || namespaces().isKilled(process.exitValue(), output.awaitText()));
  }

  /// Thrown if a process was killed while it started.
  private static final class KilledException extends IOException {
    private static final long serialVersionUID = 1L;

    KilledException(String message, IOException cause) {
      super(message, cause);
    }
  }

  /// Reads a worker's first message. Closes the pipe if the worker is not accepted.
  private ConfinedStart ready(Process process, WorkerOutput output, Pipe pipe)
      throws IOException, InterruptedException {
    boolean isTaken = false;
    try {
      if (!(pipe.readFromWorker() instanceof FromWorker.Ready(var noted))) {
        throw new PipeException("the worker's first message does not say that it is ready");
      }
      var processClock = ProcessClock.of(process);
      var walls = walls(noted, namespaces(), processClock.isPresent());
      requireConfined(walls);
      isTaken = true;
      return new ConfinedStart(process, output, pipe, namespaces(), walls, processClock);
    } finally {
      if (!isTaken) {
        pipe.close();
      }
    }
  }

  /// Ends the workers that are starting, and prevents further starts.
  public void abortStarts() {
    aborted = true;
    starting.forEach(OrphanReaper::end);
  }

  /// Makes the cache, if the settings demand it and it does not exist. Until then, workers start
  /// without it.
  ///
  /// @throws InterruptedException if the calling thread is interrupted
  public void makeCache() throws InterruptedException {
    if (cache.isEmpty()) {
      return;
    }
    long began = System.nanoTime();
    try {
      if (cache.get().make(this::train)) {
        LOG.log(
            Level.INFO,
            "Made the start cache of workers in {0} ms",
            TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
      }
    } catch (IOException e) {
      if (!aborted) {
        LOG.log(Level.WARNING, "Workers start without a start cache: {0}", e.getMessage());
      }
    }
  }

  private void makeMissedCache() {
    try {
      MISSED.lockInterruptibly();
      try {
        makeCache();
      } finally {
        MISSED.unlock();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      made.countDown();
    }
  }

  /// Waits for a limited time for a cache that a worker missed. Otherwise short-lived programs
  /// would begin a cache again and again without completing it.
  public void awaitMissedCache() {
    try {
      if (isMissed.get() && !made.await(MAKING.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.log(Level.DEBUG, "The start cache is not made in time");
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// Starts a training process with the sandbox's mark, which does not influence the name of the
  /// cache.
  private Process train(List<String> words) throws IOException, InterruptedException {
    var marked = new ArrayList<>(words);
    marked.addAll(1, directory.mark());
    return run(marked);
  }

  /// Starts a process. [#abortStarts] ends it, unless it has ended or is ready.
  private Process run(List<String> words) throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder(words).directory(Path.of("/").toFile()).redirectErrorStream(true);
    builder.environment().clear();
    // By default the C library keeps up to eight pools of memory for each processor.
    builder.environment().put("MALLOC_ARENA_MAX", "2");
    // Without a locale, Java cannot write paths beyond ASCII, and the socket's path may not be
    // ASCII.
    builder.environment().put("LC_ALL", "C.UTF-8");
    try {
      var process = parent.submit(builder::start).get();
      starting.add(process);
      var _ = process.onExit().thenAccept(starting::remove);
      if (aborted) {
        OrphanReaper.end(process);
      }
      return process;
    } catch (ExecutionException e) {
      throw new IOException("a worker cannot be started: " + e.getCause(), e);
    } catch (RejectedExecutionException | CancellationException e) {
      throw new IOException("the sandbox is closed", e);
    }
  }

  /// Returns the walls from the worker's report and adds what the worker does not know: the visible
  /// parts of the machine, and a missing clock of its process.
  private static List<SandboxWalls.Wall> walls(
      List<SandboxWalls.Wall> noted, Namespaces namespaces, boolean isClocked) {
    var walls = new ArrayList<SandboxWalls.Wall>();
    for (var wall : noted) {
      var missing =
          switch (wall.name()) {
            case "process" -> namespaces.missing();
            case "metering" -> isClocked ? "" : UNCLOCKED;
            default -> "";
          };
      walls.add(
          missing.isEmpty() || wall.state() != SandboxWalls.State.IN_FORCE
              ? wall
              : new SandboxWalls.Wall(
                  wall.name(), SandboxWalls.State.PARTIAL, wall.detail() + "; " + missing));
    }
    return walls;
  }

  /// {@return the reason for the owner of an agent whose process did not start} Output of a process
  /// and messages about files name paths of this machine, so only its operator gets them.
  ///
  /// @param e the failure of [#start]
  public static String wordsForOwners(IOException e) {
    return e.getCause() instanceof PipeException noted
        ? "a worker did not start: " + noted.getMessage()
        : "a worker did not start; the log of the host says why";
  }

  private static PipeException unconfined(Optional<SandboxWalls.Wall> process) {
    return new PipeException(
        "it is not confined as it must be: "
            + process.map(SandboxWalls.Wall::detail).orElse("it does not say that it is"));
  }

  private void requireConfined(List<SandboxWalls.Wall> walls) throws IOException {
    var process = walls.stream().filter(wall -> wall.name().equals("process")).findFirst();
    var state = process.map(SandboxWalls.Wall::state).orElse(SandboxWalls.State.ABSENT);
    boolean enough =
        switch (settings.confinement()) {
          case OFFERED -> true;
          case FILTERED -> state != SandboxWalls.State.ABSENT;
          case ISOLATED -> state == SandboxWalls.State.IN_FORCE;
        };
    if (!enough) {
      throw unconfined(process);
    }
  }

  /// Ends the thread that started all workers; they die with it.
  @Override
  public void close() {
    namespaces.cancel(true);
    // The threads of these starts wait for them.
    parent.shutdownNow().forEach(start -> ((Future<?>) start).cancel(true));
  }

  private static void closeQuietly(ServerSocketChannel server) {
    try {
      server.close();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "closing a socket: {0}", e.getMessage());
    }
  }
}
