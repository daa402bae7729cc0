package dev.sojourn.sandbox.worker;

import dev.sojourn.base.ThreadUse;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.sandbox.CodePlace;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.WallName;
import dev.sojourn.sandbox.admission.RefusedException;
import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.Pipe;
import dev.sojourn.sandbox.pipe.ToWorker;
import dev.sojourn.sandbox.worker.meter.StopException;
import dev.sojourn.sandbox.worker.meter.StopSignal;
import dev.sojourn.sandbox.worker.meter.VisitMeter;
import dev.sojourn.sandbox.worker.state.StateCodec;
import dev.sojourn.sandbox.worker.state.StateException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// One visit, from its order to its end, on its own thread.
final class VisitThread implements Runnable {
  /// The size of the stack. The exception that stops a recursion passes each frame, in about 10 µs
  /// if the frame has just lost its compiled code. A stack of this size takes less than 50 ms.
  private static final long STACK_BYTES = 256 << 10;

  // A message of the pipe has room for twenty such texts and a reason, with any characters.
  private static final int MAX_OTHER_CHARS = 220;

  private final ToWorker.Begin order;
  private final Pipe pipe;
  private final AdmissionCache admissionCache;
  private final LoaderPrefetch prefetch;
  private final StateCodec.Stock codecs;
  private final Map<Integer, VisitThread> visits;
  private final Queue<ToWorker.Message> mail = new ConcurrentLinkedQueue<>();
  private final StopSignal stop = new StopSignal();
  private final Thread thread;
  private volatile @Nullable GuestVisit visit;
  private volatile @Nullable GuestLoader loader;
  private volatile long startedNanos = System.nanoTime();
  private volatile Set<String> own = Set.of();
  private volatile CodePlace stoppedAt = CodePlace.UNKNOWN;
  private volatile boolean stopReported;
  private final AtomicReference<FromWorker.@Nullable Stopping> stopping = new AtomicReference<>();
  private final Object announcing = new Object();
  private boolean started;
  private boolean over;

  /// @param visits the running visits; this visit leaves them before it reports its end
  VisitThread(
      ToWorker.Begin order,
      Pipe pipe,
      AdmissionCache admissionCache,
      LoaderPrefetch prefetch,
      StateCodec.Stock codecs,
      Map<Integer, VisitThread> visits) {
    this.order = order;
    this.pipe = pipe;
    this.admissionCache = admissionCache;
    this.prefetch = prefetch;
    this.codecs = codecs;
    this.visits = visits;
    mail.addAll(order.mail());
    this.thread = new Thread(null, this, "visit-" + order.visit(), STACK_BYTES, false);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  Thread thread() {
    return thread;
  }

  /// Returns the use so far of the visit's thread.
  ThreadUse used() {
    return ThreadUse.of(thread);
  }

  ToWorker.Begin order() {
    return order;
  }

  long startedNanos() {
    return startedNanos;
  }

  /// Keeps a message for the agent; the other side sends only a few at once.
  void post(ToWorker.Message message) {
    mail.add(message);
  }

  /// Passes an answer to the visit. Returns false if the visit does not wait for it. A full stack
  /// during the wait may have broken the visit's queue, so that it throws here. This must not end
  /// the thread that reads the pipe for all visits.
  boolean answer(ToWorker message) {
    var waiting = visit;
    try {
      return waiting != null && waiting.answer(message);
    } catch (RuntimeException _) {
      return false;
    }
  }

  /// Orders the visit to stop. Only the first order counts. If the first is interrupted before it
  /// takes effect, the next order completes it.
  synchronized void stop(String limit, String reason) {
    if (!stop.order(limit, reason) && stopReported) {
      return;
    }
    var first = Objects.requireNonNull(stop.ordered());
    var why = GuestText.reason(String.valueOf(first.getMessage()));
    stopPolls();
    answer(new ToWorker.Stop(order.visit(), first.limit(), why));
    // Last, since reading a deep stack takes long. The exception of a poll or limit has its own
    // place; this place is for a visit inside a call of the JDK.
    var where = AgentFrames.topmost(thread.getStackTrace(), own);
    stoppedAt = where;
    stopReported = true;
    stopping.set(new FromWorker.Stopping(order.visit(), first.limit(), why, where));
  }

  /// Reports once that the visit has an order to stop, with the place in its code.
  void reportStopping() throws IOException {
    var unreported = stopping.getAndSet(null);
    if (unreported != null) {
      announce(unreported);
    }
  }

  /// Sends a message while the visit runs. Before its start and after its end no receiver listens,
  /// so the message is dropped.
  void announce(FromWorker message) throws IOException {
    synchronized (announcing) {
      if (started && !over) {
        pipe.send(message);
      }
    }
  }

  /// Makes the agent's code throw, if there are a loader and an order.
  private void stopPolls() {
    var loading = loader;
    if (loading != null && stop.ordered() != null) {
      loading.stop(stop);
    }
  }

  @Override
  public void run() {
    var end = end();
    visits.remove(order.visit());
    var used = used();
    try {
      reportLast(
          new FromWorker.Spent(order.visit(), used.cpuNanos(), used.allocatedBytes()),
          new FromWorker.End(order.visit(), end));
    } catch (IOException _) {
      // The thread that reads the pipe has the same failure and ends the process.
    }
    // A visit runs only on this thread. If its code ran on another thread, this order would end it
    // there too.
    stop.order("over", "the visit is over");
    stopPolls();
    makeReady(end);
  }

  /// Prepares the next visit. Its loader is prepared only if this visit finished; after a failure,
  /// another visit is less likely.
  private void makeReady(VisitEnd.Reported end) {
    codecs.fill();
    if (end instanceof VisitEnd.Finished) {
      try {
        prefetch.fill(
            order.code().digest(), admissionCache.admit(order.code().digest(), order.code().jar()));
      } catch (RefusedException _) {
        // Cannot happen: refused code cannot finish a visit.
      }
    }
  }

  private void reportStarted() throws IOException {
    synchronized (announcing) {
      pipe.send(new FromWorker.Started(order.visit()));
      started = true;
    }
  }

  private void reportLast(FromWorker.Spent spent, FromWorker.End end) throws IOException {
    synchronized (announcing) {
      over = true;
      if (started) {
        pipe.send(spent, end);
      } else {
        pipe.send(end);
      }
    }
  }

  private VisitEnd.Reported end() {
    try {
      return visit();
    } catch (RefusedException e) {
      return denied(WallName.ADMISSION, String.valueOf(e.getMessage()), e.where(), e.others());
    } catch (AgentFactory.UnlinkedException e) {
      var sentence = String.valueOf(e.getMessage());
      return denied(WallName.LOADER, sentence, CodePlace.UNKNOWN, List.of());
    } catch (StopException e) {
      return stopped(e);
    } catch (StateException e) {
      var ordered = stop.ordered();
      return ordered != null
          ? stopped(ordered)
          : new VisitEnd.Failed(GuestText.reason("state: " + e.getMessage()), CodePlace.UNKNOWN);
    } catch (Throwable e) {
      var ordered = stop.ordered();
      return ordered != null ? stopped(ordered) : failed(e);
    }
  }

  private static VisitEnd.Denied denied(
      WallName by, String sentence, CodePlace where, List<String> others) {
    var cut = others.stream().map(other -> ForeignText.of(other).text(MAX_OTHER_CHARS)).toList();
    return new VisitEnd.Denied(by, GuestText.reason(sentence), where, cut);
  }

  private VisitEnd.Stopped stopped(StopException e) {
    var thrownAt = AgentFrames.of(e, own);
    return stopped(e, thrownAt.isKnown() ? thrownAt : stoppedAt);
  }

  private static VisitEnd.Stopped stopped(StopException e, CodePlace where) {
    return new VisitEnd.Stopped(e.limit(), GuestText.reason(String.valueOf(e.getMessage())), where);
  }

  private VisitEnd.Finished visit()
      throws RefusedException, AgentFactory.UnlinkedException, IOException {
    var admitted = admissionCache.admit(order.code().digest(), order.code().jar());
    own = admitted.classes().keySet();
    var ready = prefetch.take(order.code().digest());
    var ownLoader = ready.isPresent() ? ready.get() : new GuestLoader(admitted);
    long most = order.limits().allocatedBytes();
    ownLoader.allot(new AllocationGuard(most, this::stop));
    loader = ownLoader;
    stopPolls();
    var factory = new AgentFactory(order, admitted, ownLoader);
    var type = factory.entryClass();
    var codec = factory.codec(codecs);
    startedNanos = System.nanoTime();
    reportStarted();
    var known = factory.known();
    var agent = factory.make(type, codec, known);
    var spending = new VisitMeter(order.limits(), startedNanos, this::stop);
    var course = new VisitCourse(order, agent, codec, this::stop);
    var guest =
        new GuestVisit(order, pipe::send, stop, spending, agent, mail, course::state, known);
    visit = guest;
    stop.check();
    return course.run(guest);
  }

  /// Returns the end by an exception of the agent. The visit counts as stopped if reading the
  /// message uses up a budget.
  private VisitEnd.Reported failed(Throwable e) {
    var failure = GuestFault.of(e, own);
    var ordered = stop.ordered();
    return ordered == null
        ? new VisitEnd.Failed(failure.reason(), failure.where())
        : stopped(ordered, failure.where());
  }
}
