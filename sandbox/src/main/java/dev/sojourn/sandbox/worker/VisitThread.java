package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.VisitCause;
import dev.sojourn.agent.itinerary.Itinerary;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.sandbox.CodePlace;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.WallName;
import dev.sojourn.sandbox.admission.RefusedException;
import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.Pipe;
import dev.sojourn.sandbox.pipe.ToWorker;
import dev.sojourn.sandbox.worker.ahead.PagesAhead;
import dev.sojourn.sandbox.worker.meter.StopException;
import dev.sojourn.sandbox.worker.meter.StopSignal;
import dev.sojourn.sandbox.worker.meter.ThreadUse;
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

/// One visit from its order to its end, on a thread of its own.
final class VisitThread implements Runnable {
  /// The exception that stops a recursion goes through each of its frames. It takes some 10 µs for
  /// a frame that has just lost its compiled code. This depth takes less than 50 ms.
  private static final long STACK_BYTES = 256 << 10;

  // Twenty of these and a reason fit in one message of the pipe, with any characters.
  private static final int MAX_OTHER_CHARS = 220;

  private final ToWorker.Begin order;
  private final Pipe pipe;
  private final AdmissionCache admissionCache;
  private final LoaderPrefetch prefetch;
  private final StateCodec.Stock codecs;
  private final Map<Integer, VisitThread> visits;
  private final Queue<ToWorker.Message> mail = new ConcurrentLinkedQueue<>();
  private final StopSignal stop = new StopSignal();
  private final PagesAhead ahead;
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

  /// @param visits those under way, which it leaves before its end is reported
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
    this.ahead = new PagesAhead("visit-" + order.visit() + "-ahead");
    this.thread = new Thread(null, this, "visit-" + order.visit(), STACK_BYTES, false);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  Thread thread() {
    return thread;
  }

  /// The use of the visit's own thread so far, and of the one that works out pages ahead.
  ThreadUse used() {
    return ThreadUse.of(thread).and(ahead.used());
  }

  ToWorker.Begin order() {
    return order;
  }

  long startedNanos() {
    return startedNanos;
  }

  /// Keeps a message for the agent; the other side sends no more than a few at once.
  void post(ToWorker.Message message) {
    mail.add(message);
  }

  /// Takes a page that the agent has not asked for yet.
  void ahead(ToWorker.PageAhead early) {
    ahead.add(early.page());
  }

  /// Hands on an answer; false if the visit does not wait for it. A visit that was broken off by a
  /// full stack while it waited may have left a queue that throws here: that costs only itself, and
  /// not the thread that reads the pipe for all visits.
  boolean answer(ToWorker message) {
    var waiting = visit;
    try {
      return waiting != null && waiting.answer(message);
    } catch (RuntimeException _) {
      return false;
    }
  }

  /// Orders the visit to stop; only the first order counts. If the first is broken off before it
  /// has taken effect, the next order completes it.
  synchronized void stop(String limit, String reason) {
    if (!stop.order(limit, reason) && stopReported) {
      return;
    }
    var first = Objects.requireNonNull(stop.ordered());
    var why = GuestText.reason(String.valueOf(first.getMessage()));
    stopPolls();
    ahead.giveUp();
    answer(new ToWorker.Stop(order.visit(), first.limit(), why));
    // Only now, since reading a deep stack takes long. The exception of a poll or a limit knows its
    // place by itself; this is for a visit inside a call of the JDK.
    var where = AgentFrames.topmost(thread.getStackTrace(), own);
    stoppedAt = where;
    stopReported = true;
    stopping.set(new FromWorker.Stopping(order.visit(), first.limit(), why, where));
  }

  /// Reports once that the visit was ordered to stop, and at which place of its code.
  void reportStopping() throws IOException {
    var unreported = stopping.getAndSet(null);
    if (unreported != null) {
      announce(unreported);
    }
  }

  /// Sends a message of the visit while it is under way; before its start and after its end, when
  /// no receiver listens, the message is dropped.
  void announce(FromWorker message) throws IOException {
    synchronized (announcing) {
      if (started && !over) {
        pipe.send(message);
      }
    }
  }

  /// Makes the agent's code throw, once there is a loader and an order.
  private void stopPolls() {
    var loading = loader;
    if (loading != null && stop.ordered() != null) {
      loading.stop(stop);
    }
  }

  @Override
  public void run() {
    var end = end();
    ahead.close();
    visits.remove(order.visit());
    var used = used();
    try {
      reportLast(
          new FromWorker.Spent(order.visit(), used.cpuNanos(), used.allocatedBytes()),
          new FromWorker.End(order.visit(), end));
    } catch (IOException _) {
      // The thread that reads the pipe sees the failure too and ends the process.
    }
    // A visit has one thread, this one. If its code ran on any other, it would end there too.
    stop.order("over", "the visit is over");
    stopPolls();
    makeReady(end);
  }

  /// Work for the next visit that can be done ahead. A visit that failed is no sign of a next one.
  private void makeReady(VisitEnd.Reported end) {
    codecs.fill();
    if (end instanceof VisitEnd.Finished) {
      try {
        prefetch.fill(
            order.code().digest(), admissionCache.admit(order.code().digest(), order.code().jar()));
      } catch (RefusedException _) {
        // Code that was refused cannot have finished.
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
    ownLoader.allot(new AllocationGuard(most, this::stop, () -> ahead.used().allocatedBytes()));
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
    var guest =
        new GuestVisit(
            order, pipe, stop, spending, agent, mail, () -> encoded(codec, agent), known, ahead);
    visit = guest;
    stop.check();
    var next =
        order.inputs().cause() instanceof VisitCause.Combination
            ? CombinationVisit.run(agent, order.inputs().parts(), codec, guest)
            : normalised(Objects.requireNonNull(agent.visit(guest), "visit() returned null"));
    var state = encoded(codec, agent);
    guest.reportLeftOut(true);
    return new VisitEnd.Finished(state, next);
  }

  /// The agent's wish for the time after its visit. Only the legs of an itinerary that its owner
  /// signed count. As in a frontier, a text that is no URL is left out, and one that stands there
  /// twice counts once.
  private Next normalised(Next next) {
    if (next instanceof Next.Along(var wanted)) {
      var signed =
          order.inputs().itinerary().legs().stream().filter(wanted.legs()::contains).toList();
      return signed.isEmpty() ? Next.done() : Next.along(new Itinerary(signed));
    }
    if (!(next instanceof Next.Onward(var urls))) {
      return next;
    }
    requireNext(urls.size(), FromWorker.End.MAX_URLS, "URLs");
    var plain =
        urls.stream().flatMap(url -> PageUrl.parse(url).stream()).map(PageUrl::toString).distinct();
    var list = plain.toList();
    requireNext(
        list.stream().mapToLong(String::length).sum(),
        FromWorker.End.MAX_URL_CHARS,
        "characters of URLs");
    return list.isEmpty() ? Next.done() : Next.onward(list);
  }

  private static void requireNext(long number, int most, String what) {
    if (number > most) {
      throw new StopException("next", number + " " + what + " to go on to (allowed: " + most + ")");
    }
  }

  private byte[] encoded(StateCodec codec, Agent agent) {
    try {
      var state = codec.write(agent);
      if (order.readsBack()) {
        var _ = codec.read(state, agent.getClass());
      }
      return state;
    } catch (StateException e) {
      if (e.isTooLarge()) {
        var message = String.valueOf(e.getMessage());
        stop("stateBytes", message);
        throw new StopException("stateBytes", message);
      }
      throw e;
    }
  }

  /// The end by an exception of the agent. It counts as stopped if reading its message takes the
  /// rest of a budget.
  private VisitEnd.Reported failed(Throwable e) {
    var failure = GuestFault.of(e, own);
    var ordered = stop.ordered();
    return ordered == null
        ? new VisitEnd.Failed(failure.reason(), failure.where())
        : stopped(ordered, failure.where());
  }
}
