package dev.sojourn.sandbox;

import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.Pipe;
import dev.sojourn.sandbox.pipe.PipeException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/// Starts workers and does not hand them on before they have confined themselves. May be used by
/// any thread.
final class WorkerLauncher implements AutoCloseable {
  private static final Logger LOG = System.getLogger(WorkerLauncher.class.getName());

  /// What a Unix socket's name may have, on Linux.
  private static final int MAX_NAME_BYTES = 107;

  private static final int KEPT_OUTPUT_BYTES = 2_000;

  private final SandboxSettings settings;
  private final List<Path> classPath;
  private final ScheduledExecutorService clock;

  /// A worker dies with the thread that started its process, so that none outlives the caller. This
  /// thread lives as long as the sandbox.
  private final ExecutorService parent =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("worker-parent").factory());

  private final Future<Namespaces> namespaces;

  /// Begins to find out which namespaces there are.
  WorkerLauncher(SandboxSettings settings, List<Path> classPath, ScheduledExecutorService clock) {
    this.settings = settings;
    this.classPath = classPath;
    this.clock = clock;
    this.namespaces = parent.submit(() -> Namespaces.find(settings.javaHome()));
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
    var directory =
        Files.createTempDirectory(
            settings.directory(),
            "sj",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    var name = directory.resolve("s");
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      if (name.toString().getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
        throw new IOException(
            "directory: " + settings.directory() + " (expected: a path of at most 80 bytes)");
      }
      server.bind(UnixDomainSocketAddress.of(name), 1);
      return start(server, name);
    } finally {
      Files.deleteIfExists(name);
      Files.deleteIfExists(directory);
    }
  }

  private WorkerProcess start(ServerSocketChannel server, Path name)
      throws IOException, InterruptedException {
    var process = run(WorkerCommand.of(settings, classPath, name, namespaces()));
    process.getOutputStream().close();
    var output = new AtomicReference<>("");
    Thread.ofVirtual()
        .name("worker-output-" + process.pid())
        .start(() -> drain(process.getInputStream(), output));
    var deadline =
        clock.schedule(
            process::destroyForcibly, settings.startDeadline().toMillis(), TimeUnit.MILLISECONDS);
    // A process that ends before it connects must not leave this thread waiting for it.
    var _ = process.onExit().thenRun(() -> closeQuietly(server));
    try {
      var channel = server.accept();
      var pipe = new Pipe(channel);
      if (!(pipe.readFromWorker() instanceof FromWorker.Ready(var told))) {
        throw new PipeException("the worker's first word is not that it is ready");
      }
      var walls = walls(told, namespaces());
      requireConfined(walls);
      var worker = new WorkerProcess(process, pipe, walls);
      worker.listen();
      return worker;
    } catch (IOException e) {
      process.destroyForcibly();
      throw new IOException(
          "a worker did not come up: " + e.getMessage() + " " + output.get().strip(), e);
    } finally {
      deadline.cancel(false);
    }
  }

  private Process run(List<String> command) throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder(command).directory(Path.of("/").toFile()).redirectErrorStream(true);
    builder.environment().clear();
    // The C library would keep up to eight times as many pools of memory as there are processors.
    builder.environment().put("MALLOC_ARENA_MAX", "2");
    try {
      return parent.submit(builder::start).get();
    } catch (ExecutionException e) {
      throw new IOException("a worker cannot be started: " + e.getCause(), e);
    } catch (RejectedExecutionException e) {
      throw new IOException("the sandbox is closed", e);
    }
  }

  /// The walls as the worker told them; namespaces, which it does not see, are added to its own.
  private static List<SandboxWalls.Wall> walls(List<FromWorker.Wall> told, Namespaces namespaces) {
    var walls = new ArrayList<SandboxWalls.Wall>();
    for (var wall : told) {
      var state =
          switch (wall.standing()) {
            case WHOLE -> SandboxWalls.State.IN_FORCE;
            case PARTLY -> SandboxWalls.State.PARTIAL;
            case MISSING -> SandboxWalls.State.ABSENT;
          };
      boolean lacks = wall.name().equals("process") && !namespaces.missing().isEmpty();
      walls.add(
          lacks && state == SandboxWalls.State.IN_FORCE
              ? new SandboxWalls.Wall(
                  wall.name(),
                  SandboxWalls.State.PARTIAL,
                  wall.detail() + "; " + namespaces.missing())
              : new SandboxWalls.Wall(wall.name(), state, wall.detail()));
    }
    return walls;
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
      throw new IOException(
          "it is not confined as it must be: "
              + process.map(SandboxWalls.Wall::detail).orElse("it does not say that it is"));
    }
  }

  /// Lets go of the thread that is the parent of all workers, which die with it.
  @Override
  public void close() {
    namespaces.cancel(true);
    parent.shutdownNow();
  }

  /// Reads away what the process prints, keeping the beginning for the case that it does not start.
  private static void drain(InputStream in, AtomicReference<String> kept) {
    var buffer = new byte[4096];
    try (in) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        var text = kept.get();
        if (text.length() < KEPT_OUTPUT_BYTES) {
          kept.set(text + new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
        }
      }
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "output of a worker: {0}", e.getMessage());
    }
  }

  private static void closeQuietly(ServerSocketChannel server) {
    try {
      server.close();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "closing a socket: {0}", e.getMessage());
    }
  }
}
