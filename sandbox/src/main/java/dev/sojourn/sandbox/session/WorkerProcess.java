package dev.sojourn.sandbox.session;

import dev.sojourn.sandbox.SandboxWalls;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.sandbox.WallName;
import dev.sojourn.sandbox.launch.Namespaces;
import dev.sojourn.sandbox.launch.WorkerOutput;
import dev.sojourn.sandbox.pipe.Pipe;
import dev.sojourn.sandbox.pipe.PipeException;
import dev.sojourn.sandbox.pipe.ToWorker;
import dev.sojourn.sandbox.start.ConfinedStart;
import java.io.EOFException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/// A worker process and this end of its pipe.
///
/// A thread reads the pipe and passes each message to its visit. It is a platform thread, which
/// saves one wake-up for each page. Every failure leads to [#kill]. After the death of the process,
/// every visit in it is notified.
final class WorkerProcess {
  private static final Logger LOG = System.getLogger(WorkerProcess.class.getName());

  private final Process process;
  private final WorkerOutput output;
  private final Pipe pipe;
  private final Namespaces namespaces;
  private final List<SandboxWalls.Wall> walls;
  private final Map<Integer, VisitSession> visits = new ConcurrentHashMap<>();
  private final CpuBill bill;
  private final AtomicReference<Cause> cause = new AtomicReference<>(Cause.NONE);
  private volatile boolean dead;
  private volatile long heard;

  /// The cause of the worker's death; only the first cause counts.
  ///
  /// @param culprit the number of the visit that caused it, or 0
  /// @param by the wall that ended the worker
  /// @param reason one clause
  /// @param isFromOutside whether no visit of the worker caused it
  private record Cause(int culprit, WallName by, String reason, boolean isFromOutside) {
    static final Cause NONE = new Cause(0, WallName.PROCESS, "", false);
  }

  /// @param start the process, which has just started
  WorkerProcess(ConfinedStart start) {
    this.process = start.process();
    this.output = start.output();
    this.pipe = start.pipe();
    this.namespaces = start.namespaces();
    this.walls = List.copyOf(start.walls());
    this.bill = new CpuBill(start.clock());
  }

  /// Returns the walls around the worker's agents, except the pipe.
  List<SandboxWalls.Wall> walls() {
    return walls;
  }

  /// Begins to read the messages of the worker.
  ///
  /// @param whenDead called once, before the worker's visits are notified of its death
  void listen(Runnable whenDead) {
    Thread.ofPlatform().daemon().name("worker-" + process.pid()).start(() -> read(whenDead));
  }

  /// {@return the number of messages so far; negative while a message is passed on, since more may
  /// be waiting}
  long heard() {
    return heard;
  }

  /// Returns the cause of death.
  String whyDead() {
    return cause.get().reason();
  }

  boolean isDead() {
    return dead;
  }

  /// Adds a visit and sends its order. If the worker is dead, the visit is notified.
  ///
  /// @param number the visit's number in this worker
  /// @param visit receives the worker's messages
  /// @param order the order to the worker
  void begin(int number, VisitSession visit, ToWorker.Begin order) {
    bill.begin(number, order.limits().cpu());
    visits.put(number, visit);
    if (dead) {
      visit.workerDied(cause.get().by(), cause.get().reason(), true);
      return;
    }
    send(order);
  }

  /// Removes a visit that is over.
  ///
  /// @param number the visit's number in this worker
  void remove(int number) {
    visits.remove(number);
    bill.leave(number);
  }

  /// Records what a visit has spent so far.
  ///
  /// @param number the visit's number in this worker
  /// @param noted the worker's figures
  void spent(int number, VisitSpending noted) {
    bill.announce(number, noted);
  }

  /// Stops the visits that have taken too much time. Ends the process if it works without a visit
  /// or is silent. One thread calls this once a second.
  void look() {
    visits.values().forEach(VisitSession::listen);
    var look = bill.look();
    for (var overrun : look.overruns()) {
      var visit = visits.get(overrun.visit());
      if (visit != null) {
        visit.stop("cpu", overrun.reason());
      }
    }
    if (look.isRestless()) {
      kill(0, WallName.METERING, "the worker went on computing without a visit");
    }
  }

  /// Sends a message. If the pipe is broken, the reader notices it.
  ///
  /// @param message the message
  void send(ToWorker message) {
    try {
      pipe.send(message);
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "worker {0}: {1}", process.pid(), e.getMessage());
    }
  }

  /// Kills the process.
  ///
  /// @param number the number of the visit that is the cause, or 0
  /// @param by the wall that demands it
  /// @param reason one clause
  void kill(int number, WallName by, String reason) {
    cause.compareAndSet(Cause.NONE, new Cause(number, by, reason, false));
    process.destroyForcibly();
  }

  /// Waits until the process is dead.
  void awaitDeath() throws InterruptedException {
    process.waitFor();
  }

  private void read(Runnable whenDead) {
    try (pipe) {
      for (long count = 0; ; count++) {
        heard = count;
        var message = pipe.readFromWorker();
        heard = -1;
        var visit = visits.get(message.visit());
        if (visit == null) {
          throw new PipeException("a message for visit " + message.visit() + ", which is not here");
        }
        visit.receive(message);
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
      whenDead.run();
      // A copy, since a notified visit may leave before the next one is notified.
      var last = Map.copyOf(visits);
      last.forEach((number, visit) -> announce(number, visit, last.size()));
    }
  }

  private void die() {
    var death = WorkerDeath.lost();
    try {
      // The pipe is closed, so the process should end; if it does not, it is killed.
      if (!process.waitFor(1, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        process.waitFor();
      }
      death = WorkerDeath.of(process.exitValue(), output.awaitText(), namespaces);
    } catch (InterruptedException _) {
      process.destroyForcibly();
    }
    cause.compareAndSet(
        Cause.NONE, new Cause(0, death.by(), death.reason(), death.isFromOutside()));
    dead = true;
  }

  private void announce(int number, VisitSession visit, int among) {
    var why = cause.get();
    boolean bystander =
        why.culprit() == 0 ? among > 1 || why.isFromOutside() : why.culprit() != number;
    visit.workerDied(why.by(), why.reason(), bystander);
  }
}
