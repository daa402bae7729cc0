package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.sandbox.admission.Admitted;
import dev.sojourn.sandbox.admission.RefusedException;
import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.Pipe;
import dev.sojourn.sandbox.pipe.ToWorker;
import dev.sojourn.sandbox.worker.state.StateCodec;
import dev.sojourn.sandbox.worker.state.StateException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One visit from its order to its end, on a thread of its own.
final class VisitThread implements Runnable {
  private static final long STACK_BYTES = 512 << 10;
  private static final int MAX_REASON_CHARS = 500;
  private static final int MAX_NEXT_URLS = 1_000;

  private final ToWorker.Begin order;
  private final Pipe pipe;
  private final CodeShelf shelf;
  private final Runnable whenOver;
  private final StopSignal stop = new StopSignal();
  private final Thread thread;
  private volatile @Nullable GuestVisit visit;
  private volatile @Nullable GuestLoader loader;
  private volatile long startedNanos = System.nanoTime();
  private Optional<Admitted> code = Optional.empty();

  /// @param whenOver called before the end is told
  VisitThread(ToWorker.Begin order, Pipe pipe, CodeShelf shelf, Runnable whenOver) {
    this.order = order;
    this.pipe = pipe;
    this.shelf = shelf;
    this.whenOver = whenOver;
    this.thread = new Thread(null, this, "visit-" + order.visit(), STACK_BYTES, false);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  Thread thread() {
    return thread;
  }

  ToWorker.Begin order() {
    return order;
  }

  long startedNanos() {
    return startedNanos;
  }

  /// Hands on an answer; false if nobody waits for it.
  boolean answer(ToWorker message) {
    var waiting = visit;
    return waiting != null && waiting.answer(message);
  }

  /// Orders the visit to stop; says whether this was the first order.
  boolean stop(String limit, String reason) {
    boolean first = stop.order(limit, reason);
    if (first) {
      stopPolls();
      answer(new ToWorker.Stop(order.visit(), limit, reason));
    }
    return first;
  }

  /// Makes the agent's code throw, once there is a loader and an order.
  private void stopPolls() {
    var loading = loader;
    var ordered = stop.ordered();
    if (loading != null && ordered != null) {
      loading.stop(ordered);
    }
  }

  @Override
  public void run() {
    var end = end();
    whenOver.run();
    try {
      pipe.send(end);
    } catch (IOException _) {
      // The thread that reads the pipe sees it too and ends the process.
    }
  }

  private FromWorker.End end() {
    int number = order.visit();
    try {
      return visit();
    } catch (RefusedException e) {
      return new FromWorker.Denied(number, reason(String.valueOf(e.getMessage())));
    } catch (StopException e) {
      return new FromWorker.Stopped(number, e.limit(), reason(String.valueOf(e.getMessage())));
    } catch (StateException e) {
      return new FromWorker.Failed(number, reason("state: " + e.getMessage()), "");
    } catch (Throwable e) {
      var ordered = stop.ordered();
      if (ordered != null) {
        return new FromWorker.Stopped(
            number, ordered.limit(), reason(String.valueOf(ordered.getMessage())));
      }
      return failed(e);
    }
  }

  private FromWorker.End visit() throws RefusedException, IOException {
    var admitted = shelf.admit(order.codeDigest(), order.codeJar());
    code = Optional.of(admitted);
    var guests = new GuestLoader(admitted);
    loader = guests;
    stopPolls();
    var type = entryClass(guests);
    var codec = codec(guests);
    startedNanos = System.nanoTime();
    pipe.send(new FromWorker.Started(order.visit()));
    var agent = order.state().isPresent() ? restored(codec, type) : created(type);
    var guest = new GuestVisit(order, pipe, stop, () -> encoded(codec, agent));
    visit = guest;
    stop.check();
    var next = Objects.requireNonNull(agent.visit(guest), "visit() returned null");
    if (next instanceof Next.Onward(var urls) && urls.size() > MAX_NEXT_URLS) {
      throw new StopException(
          "referrals", urls.size() + " URLs to go on to (allowed: " + MAX_NEXT_URLS + ")");
    }
    return new FromWorker.Finished(order.visit(), encoded(codec, agent), next);
  }

  private Class<? extends Agent> entryClass(GuestLoader guests) throws RefusedException {
    var name = order.entryClass();
    if (code.isEmpty() || !code.get().classes().containsKey(name)) {
      throw new RefusedException("the jar has no class " + reason(name));
    }
    try {
      var type = Class.forName(name, false, guests);
      if (!Agent.class.isAssignableFrom(type)
          || !Modifier.isPublic(type.getModifiers())
          || Modifier.isAbstract(type.getModifiers())) {
        throw new RefusedException(
            name + " is no agent (expected: a public class that implements Agent)");
      }
      return type.asSubclass(Agent.class);
    } catch (ClassNotFoundException | LinkageError e) {
      throw new RefusedException("class " + name + " cannot be loaded: " + reason(text(e)));
    }
  }

  private StateCodec codec(GuestLoader guests) throws RefusedException {
    try {
      return new StateCodec(guests.allClasses(), order.limits().stateBytes());
    } catch (ClassNotFoundException | LinkageError e) {
      throw new RefusedException("a class cannot be loaded: " + reason(text(e)));
    }
  }

  private Agent restored(StateCodec codec, Class<? extends Agent> type) throws RefusedException {
    try {
      return codec.read(order.state().orElseThrow(), type);
    } catch (StateException e) {
      throw new RefusedException("the state cannot be read: " + reason(text(e)));
    }
  }

  private static Agent created(Class<? extends Agent> type) throws RefusedException {
    try {
      return type.getConstructor().newInstance();
    } catch (NoSuchMethodException _) {
      throw new RefusedException(type.getName() + " has no public constructor without parameters");
    } catch (InvocationTargetException e) {
      switch (e.getCause()) {
        case Error error -> throw error;
        case RuntimeException exception -> throw exception;
        case null, default ->
            throw new IllegalStateException("the constructor failed: " + text(e.getCause()));
      }
    } catch (ReflectiveOperationException e) {
      throw new RefusedException(type.getName() + " cannot be made: " + reason(text(e)));
    }
  }

  private byte[] encoded(StateCodec codec, Agent agent) {
    try {
      return codec.write(agent);
    } catch (StateException e) {
      var message = String.valueOf(e.getMessage());
      if (message.startsWith("stateBytes")) {
        throw new StopException("stateBytes", message);
      }
      throw e;
    }
  }

  private FromWorker.Failed failed(Throwable e) {
    return new FromWorker.Failed(order.visit(), reason(text(e)), reason(where(e)));
  }

  /// Class and message; the agent's own methods are asked for both, so anything may happen.
  private static String text(@Nullable Throwable e) {
    if (e == null) {
      return "";
    }
    try {
      var message = e.getMessage();
      return e.getClass().getName() + (message == null ? "" : ": " + message);
    } catch (Throwable _) {
      return e.getClass().getName();
    }
  }

  /// The topmost frame of the agent's own code.
  private String where(Throwable e) {
    var own = code.<java.util.Set<String>>map(c -> c.classes().keySet()).orElse(java.util.Set.of());
    try {
      for (var frame : List.of(e.getStackTrace())) {
        if (own.contains(frame.getClassName())) {
          return frame.getClassName()
              + "."
              + frame.getMethodName()
              + "("
              + frame.getFileName()
              + ":"
              + frame.getLineNumber()
              + ")";
        }
      }
    } catch (Throwable _) {
      // An overridden getStackTrace: then it is not known where.
    }
    return "";
  }

  private static String reason(String text) {
    return Plain.text(text, MAX_REASON_CHARS);
  }
}
