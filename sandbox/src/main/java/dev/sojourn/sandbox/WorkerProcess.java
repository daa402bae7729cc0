package dev.sojourn.sandbox;

import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.Pipe;
import dev.sojourn.sandbox.pipe.PipeException;
import dev.sojourn.sandbox.pipe.ToWorker;
import dev.sojourn.sandbox.pipe.WallName;
import java.io.EOFException;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/// A worker process and this end of its pipe.
///
/// A virtual thread reads the pipe and hands each message to the visit it speaks of. Whatever goes
/// wrong ends in [#kill]; when the process is dead, every visit in it is told.
final class WorkerProcess {
  private static final Logger LOG = System.getLogger(WorkerProcess.class.getName());

  /// What a Unix socket's name may have, on Linux.
  private static final int MAX_NAME_BYTES = 107;

  private static final int KEPT_OUTPUT_BYTES = 2_000;

  /// What a JVM ends with that runs out of memory and is told to end then.
  private static final int OUT_OF_MEMORY = 3;

  private final Process process;
  private final Pipe pipe;
  private final List<FromWorker.Wall> walls;
  private final Map<Integer, VisitSession> visits = new ConcurrentHashMap<>();
  private final AtomicReference<String> whyKilled = new AtomicReference<>("");
  private volatile int culprit;
  private volatile WallName killedBy = WallName.PROCESS;
  private volatile boolean dead;

  private WorkerProcess(Process process, Pipe pipe, List<FromWorker.Wall> walls) {
    this.process = process;
    this.pipe = pipe;
    this.walls = walls;
  }

  /// Starts a worker and waits until it is ready.
  ///
  /// @throws IOException if it does not come up in time
  static WorkerProcess start(
      SandboxSettings settings, List<Path> classPath, ScheduledExecutorService clock)
      throws IOException {
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
      return start(settings, classPath, clock, server, name);
    } finally {
      Files.deleteIfExists(name);
      Files.deleteIfExists(directory);
    }
  }

  private static WorkerProcess start(
      SandboxSettings settings,
      List<Path> classPath,
      ScheduledExecutorService clock,
      ServerSocketChannel server,
      Path name)
      throws IOException {
    var builder =
        new ProcessBuilder(WorkerCommand.of(settings, classPath, name))
            .directory(Path.of("/").toFile())
            .redirectErrorStream(true);
    builder.environment().clear();
    var process = builder.start();
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
      if (!(pipe.readFromWorker() instanceof FromWorker.Ready(var walls))) {
        throw new PipeException("the worker's first word is not that it is ready");
      }
      var worker = new WorkerProcess(process, pipe, walls);
      Thread.ofVirtual().name("worker-" + process.pid()).start(worker::read);
      return worker;
    } catch (IOException e) {
      process.destroyForcibly();
      throw new IOException(
          "a worker did not come up: " + e.getMessage() + " " + output.get().strip(), e);
    } finally {
      deadline.cancel(false);
    }
  }

  /// {@return the walls inside the worker}
  List<SandboxWalls.Wall> walls() {
    return walls.stream().map(WorkerProcess::wall).toList();
  }

  private static SandboxWalls.Wall wall(FromWorker.Wall told) {
    var state =
        switch (told.standing()) {
          case WHOLE -> SandboxWalls.State.IN_FORCE;
          case PARTLY -> SandboxWalls.State.PARTIAL;
          case MISSING -> SandboxWalls.State.ABSENT;
        };
    return new SandboxWalls.Wall(told.name(), state, told.detail());
  }

  boolean isDead() {
    return dead;
  }

  int visitCount() {
    return visits.size();
  }

  /// Adds a visit and sends its order. A visit that is added as the worker dies is told of that.
  void begin(int number, VisitSession session, ToWorker.Begin order) {
    visits.put(number, session);
    if (dead) {
      tell(number, session);
      return;
    }
    send(order);
  }

  void remove(int number) {
    visits.remove(number);
  }

  /// Sends a message; a broken pipe is noticed by the reader.
  void send(ToWorker message) {
    try {
      pipe.send(message);
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "worker {0}: {1}", process.pid(), e.getMessage());
    }
  }

  /// Kills the process.
  ///
  /// @param number of the visit that is the cause, or 0
  /// @param by the wall that has it killed
  void kill(int number, WallName by, String reason) {
    if (whyKilled.compareAndSet("", reason)) {
      culprit = number;
      killedBy = by;
    }
    process.destroyForcibly();
  }

  /// Waits until the process is dead.
  void awaitDeath() throws InterruptedException {
    process.waitFor();
  }

  private void read() {
    try (pipe) {
      while (true) {
        var message = pipe.readFromWorker();
        var session = visits.get(message.visit());
        if (session == null) {
          throw new PipeException("a message for visit " + message.visit() + ", which is not here");
        }
        session.receive(message);
      }
    } catch (PipeException e) {
      kill(0, WallName.PIPE, "the worker broke the rules of the pipe: " + e.getMessage());
    } catch (EOFException _) {
      LOG.log(Level.DEBUG, "worker {0} closed its pipe", process.pid());
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "worker {0}: {1}", process.pid(), e.getMessage());
    } catch (InterruptedException _) {
      kill(0, WallName.PROCESS, "the sandbox is closed");
    } finally {
      die();
    }
  }

  private void die() {
    try {
      // Its pipe is closed, so it ends by itself; if it does not, it is made to.
      if (!process.waitFor(1, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        process.waitFor();
      }
    } catch (InterruptedException _) {
      process.destroyForcibly();
    }
    if (whyKilled.compareAndSet("", deathOf(process))) {
      killedBy = process.exitValue() == OUT_OF_MEMORY ? WallName.METERING : WallName.PROCESS;
    }
    dead = true;
    visits.forEach(this::tell);
  }

  private void tell(int number, VisitSession session) {
    boolean bystander = culprit == 0 ? visits.size() > 1 : culprit != number;
    session.workerDied(killedBy, whyKilled.get(), bystander);
  }

  private static String deathOf(Process process) {
    if (process.isAlive()) {
      return "the worker process was lost";
    }
    return switch (process.exitValue()) {
      case OUT_OF_MEMORY -> "the worker ran out of memory";
      case 137 -> "the worker process was killed from outside";
      case 159 -> "the worker made a system call that is forbidden";
      default -> "the worker process ended with status " + process.exitValue();
    };
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
