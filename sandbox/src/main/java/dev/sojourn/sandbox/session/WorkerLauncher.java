package dev.sojourn.sandbox.session;

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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// Starts workers and does not hand them on before they have confined themselves. May be used by
/// any thread.
final class WorkerLauncher implements AutoCloseable {
  private static final Logger LOG = System.getLogger(WorkerLauncher.class.getName());

  /// The bytes that a Unix socket's name may have, on Linux.
  private static final int MAX_NAME_BYTES = 107;

  /// It takes 2 to 3 s of two processors, and longer on a busy machine.
  private static final Duration MAKING = Duration.ofSeconds(15);

  private static final List<String> COMPILERS =
      WorkerCommand.compilers(System.getenv().getOrDefault("SOJOURN_JAVA_OPTIONS", ""));

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

  /// A worker dies with the thread that started its process, so that none outlives the caller. This
  /// thread lives as long as the sandbox.
  private final ExecutorService parent =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("worker-parent").factory());

  private final Future<Namespaces> namespaces;

  /// Begins to find out which namespaces there are.
  WorkerLauncher(
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

  /// Waits until it is known which namespaces workers get here.
  ///
  /// @throws InterruptedException if the calling thread is interrupted, or the launcher closed
  Namespaces namespaces() throws InterruptedException {
    try {
      return namespaces.get();
    } catch (CancellationException _) {
      throw new InterruptedException("closed");
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /// Starts a worker and waits until it is ready.
  ///
  /// @throws IOException if it does not come up in time, or cannot confine itself as it must
  /// @throws InterruptedException if the calling thread is interrupted
  WorkerProcess start() throws IOException, InterruptedException {
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
      // So the cache was at fault.
      LOG.log(Level.WARNING, "Workers start without the start cache: {0}", e.getMessage());
      cache.ifPresent(all -> all.drop(archive.get()));
      return worker;
    }
  }

  private WorkerProcess start(List<String> options, List<Path> readable)
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

  private WorkerProcess start(ServerSocketChannel server, List<String> words)
      throws IOException, InterruptedException {
    var process = run(words);
    process.getOutputStream().close();
    var output = WorkerOutput.of(process);
    var deadline =
        clock.schedule(
            () -> OrphanReaper.end(process),
            settings.deadlines().start().toMillis(),
            TimeUnit.MILLISECONDS);
    // A process that ends before it connects must not leave this thread waiting for it.
    var _ = process.onExit().thenRun(() -> closeQuietly(server));
    try {
      return ready(process, output, new Pipe(server.accept()));
    } catch (IOException e) {
      OrphanReaper.end(process);
      throw new IOException(
          "a worker did not start: " + e.getMessage() + " " + output.text().strip(), e);
    } finally {
      deadline.cancel(false);
      starting.remove(process);
    }
  }

  /// Hears a worker's first word; the pipe is closed if the worker is not taken.
  private WorkerProcess ready(Process process, WorkerOutput output, Pipe pipe)
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
      return new WorkerProcess(process, output, pipe, namespaces(), walls, processClock);
    } finally {
      if (!isTaken) {
        pipe.close();
      }
    }
  }

  /// Ends the workers that are starting, and those that would start from here on.
  void abortStarts() {
    aborted = true;
    starting.forEach(OrphanReaper::end);
  }

  /// Makes the cache, if there is to be one and it is not there yet. Workers that start meanwhile
  /// do so without it.
  void makeCache() throws InterruptedException {
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
      makeCache();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      made.countDown();
    }
  }

  /// Waits for a cache that is being made since one was missed, but not for long: otherwise each
  /// program that runs for a moment would begin one, and no program would end it.
  void awaitMissedCache() {
    try {
      if (isMissed.get() && !made.await(MAKING.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.log(Level.DEBUG, "The start cache is not made in time");
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// The mark is not among the words that name the cache.
  private Process train(List<String> words) throws IOException, InterruptedException {
    var marked = new ArrayList<>(words);
    marked.addAll(1, directory.mark());
    return run(marked);
  }

  /// Starts a process that is ended by [#abortStarts] until it ends or is ready.
  private Process run(List<String> words) throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder(words).directory(Path.of("/").toFile()).redirectErrorStream(true);
    builder.environment().clear();
    // The C library would keep up to eight times as many pools of memory as there are processors.
    builder.environment().put("MALLOC_ARENA_MAX", "2");
    // Without a locale Java could not write paths beyond ASCII, and the worker's socket may have
    // one.
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
    } catch (RejectedExecutionException e) {
      throw new IOException("the sandbox is closed", e);
    }
  }

  /// The walls as the worker reported them, with facts that it does not see itself: the parts of
  /// the machine that are not hidden from it, and whether the time of its process is known.
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

  /// The words for the owner of an agent for which no worker came up. The output of a process, or
  /// the system's message about a file, names places of this machine, and is for its operator only.
  static String wordsForOwners(IOException e) {
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

  /// Ends the thread that is the parent of all workers, which die with it.
  @Override
  public void close() {
    namespaces.cancel(true);
    parent.shutdownNow();
  }

  private static void closeQuietly(ServerSocketChannel server) {
    try {
      server.close();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "closing a socket: {0}", e.getMessage());
    }
  }
}
