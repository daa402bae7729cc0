package dev.sojourn.sandbox.session;

import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.sandbox.CodePlace;
import dev.sojourn.sandbox.MessageReply;
import dev.sojourn.sandbox.NoReaderException;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.PageRequest;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.sandbox.VisitServices;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.sandbox.WallName;
import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.PipeException;
import dev.sojourn.sandbox.pipe.ToWorker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The caller's side of one visit in a worker. It reads the visit's messages in order, checks each
/// against the visit's limits, and calls the services. It trusts no message: it kills a worker for
/// a message that an honest worker would not send.
final class VisitSession {
  private static final RateLimitedLog FAULTS =
      new RateLimitedLog(System.getLogger(VisitSession.class.getName()));

  private static final String BROKEN = "the worker broke the rules of the pipe: ";
  private static final int MAX_LINE_CHARS = 1_000;
  private static final int MAX_SILENT_SECONDS = 5;

  /// The most bytes of a body that an agent gets.
  private static final int MAX_BODY_BYTES = 16 << 20;

  private final int number;
  private final VisitOrder order;
  private final VisitServices services;
  private final WorkerProcess worker;
  private final SandboxSettings settings;
  private final ScheduledExecutorService clock;
  private final Inbox inbox = new Inbox();
  private final Mail mail;
  private final LimitCheck limits;
  private final Thread thread = Thread.currentThread();
  private final CompletableFuture<VisitEnd.WorkerEnded> death = new CompletableFuture<>();
  private long lastHeard = -1;
  private int silentSeconds;
  private final CompletableFuture<Boolean> begun = new CompletableFuture<>();
  private volatile boolean started;
  private boolean stopping;
  private boolean over;
  private boolean asking;
  private @Nullable VisitEnd servicesFailure;
  private volatile CodePlace stoppingAt = CodePlace.UNKNOWN;
  private volatile VisitSpending spending = VisitSpending.NONE;

  /// Creates a session. The current thread must call [#run].
  VisitSession(
      int number,
      VisitOrder order,
      VisitServices services,
      WorkerProcess worker,
      SandboxSettings settings,
      ScheduledExecutorService clock) {
    this.number = number;
    this.order = order;
    this.services = services;
    this.worker = worker;
    this.settings = settings;
    this.clock = clock;
    this.mail = new Mail(settings.maxWaitingMessages(), number, this::send);
    this.limits = new LimitCheck(order.limits(), order.readAhead());
  }

  /// Runs the visit.
  VisitEnd run() {
    var admission =
        clock.schedule(
            () -> worker.kill(number, WallName.ADMISSION, "the agent was not admitted in time"),
            settings.deadlines().admission().toMillis(),
            TimeUnit.MILLISECONDS);
    var wallClock =
        clock.schedule(
            () -> stop("wallClock", "wallClock: all of it spent"),
            order.limits().wallClock().plus(settings.deadlines().admission()).toMillis(),
            TimeUnit.MILLISECONDS);
    try {
      worker.begin(number, this, begin());
      begun.complete(true);
      for (var message = inbox.take(); message.isPresent(); message = inbox.take()) {
        if (message.get() instanceof FromWorker.Started) {
          admission.cancel(false);
        }
        var end = handle(message.get());
        if (end.isPresent()) {
          return end.get();
        }
      }
      return death.get();
    } catch (PipeException e) {
      return violation(String.valueOf(e.getMessage()));
    } catch (InterruptedException | ExecutionException _) {
      worker.kill(number, WallName.PROCESS, "the sandbox is closed");
      return new VisitEnd.WorkerEnded(
          WallName.PROCESS, "the sandbox is closed", CodePlace.UNKNOWN, true);
    } finally {
      admission.cancel(false);
      wallClock.cancel(false);
      finish();
    }
  }

  /// Checks that the worker still sends messages: it reports the spending of each visit twice a
  /// second. One thread calls this once a second. The worker may be silent and unable to stop the
  /// visit in two cases. The JVM cannot pause some calls, such as a search for a text of megabytes
  /// in another text. If the heap is nearly full, the JVM mostly collects garbage.
  void listen() {
    if (!started) {
      return;
    }
    long heard = worker.heard();
    silentSeconds = heard >= 0 && heard == lastHeard ? silentSeconds + 1 : 0;
    lastHeard = heard;
    if (silentSeconds == MAX_SILENT_SECONDS) {
      worker.kill(
          0,
          WallName.METERING,
          "the worker was silent for "
              + MAX_SILENT_SECONDS
              + " s, in a call that does not pause or for want of memory");
    }
  }

  /// Receives a message from the thread that reads the pipe.
  void receive(FromWorker message) throws InterruptedException {
    if (!inbox.put(message)) {
      worker.kill(number, WallName.PIPE, BROKEN + "a message after the end of its visit");
    }
  }

  /// Records the death of the worker. Its earlier messages are still read, but no more pages are
  /// requested.
  void workerDied(WallName by, String reason, boolean bystander) {
    death.complete(new VisitEnd.WorkerEnded(by, reason, stoppingAt, bystander));
    synchronized (this) {
      stopping = true;
      if (asking) {
        thread.interrupt();
      }
    }
    inbox.close();
  }

  /// Returns the visit's spending from the worker's last report.
  VisitSpending spending() {
    return spending;
  }

  /// Sends a message to the agent. Any thread may call it.
  CompletableFuture<MessageReply> message(String text) {
    return mail.post(text);
  }

  /// Sends a message on another thread, since a worker that does not read would block the caller.
  /// It waits until the visit has begun: the worker drops messages for an unknown visit, and is
  /// killed if it drops a stop.
  private void send(ToWorker message) {
    Thread.ofVirtual()
        .start(
            () -> {
              if (begun.join()) {
                worker.send(message);
              }
            });
  }

  /// Orders the worker to stop the visit. Kills the worker after the grace time.
  void stop(String limit, String reason) {
    synchronized (this) {
      if (over || stopping) {
        return;
      }
      stopping = true;
      if (asking) {
        thread.interrupt();
      }
    }
    expectEnd(limit);
    send(new ToWorker.Stop(number, limit, reason));
  }

  private void expectEnd(String limit) {
    long grace = settings.deadlines().grace().toMillis();
    var _ = clock.schedule(() -> killUnlessOver(limit, grace), grace, TimeUnit.MILLISECONDS);
  }

  private void killUnlessOver(String limit, long graceMillis) {
    synchronized (this) {
      if (over) {
        return;
      }
    }
    worker.kill(
        number,
        WallName.METERING,
        "the agent did not stop within " + graceMillis + " ms after the order to stop: " + limit);
  }

  private Optional<VisitEnd> handle(FromWorker message) throws PipeException {
    if (!started && !(message instanceof FromWorker.Started || message instanceof FromWorker.End)) {
      throw new PipeException("a visit that speaks before it has started");
    }
    switch (message) {
      case FromWorker.Ready _ -> throw new PipeException("a worker that is ready twice");
      case FromWorker.Started _ -> started();
      case FromWorker.PageWanted wanted -> page(limits.page(wanted));
      case FromWorker.ChangesWanted _ -> changes();
      case FromWorker.UsageWanted(_, var url) -> {
        var page = limits.usage(url);
        answer(() -> Optional.of(new ToWorker.Usage(number, services.usage(page))));
      }
      case FromWorker.DetailWanted(_, var wanted) -> {
        var detail = limits.detail(wanted);
        answer(() -> Optional.of(new ToWorker.Detail(number, services.detail(detail))));
      }
      case FromWorker.Noindex _ -> noindex();
      case FromWorker.Shortened(_, var views) ->
          announce(services::shortened, limits.shortened(views));
      case FromWorker.Finding(_, var json) -> finding(json);
      case FromWorker.Referral(_, var url) -> announce(services::refer, limits.referral(url));
      case FromWorker.Dropped(_, var count) -> announce(services::dropped, limits.dropped(count));
      case FromWorker.LinksCounted(_, var counts) ->
          announce(services::counted, limits.links(counts));
      case FromWorker.LogLine(_, var line) -> logLine(line);
      case FromWorker.Reply reply -> reply(reply);
      case FromWorker.Checkpoint(_, var state) -> checkpoint(state);
      case FromWorker.Stopping stop -> stopping(stop);
      case FromWorker.Spent noted -> spent(noted);
      case FromWorker.End(_, var end) -> {
        var _ = spent(spending.cpu(), spending.allocatedBytes());
        return Optional.of(servicesFailure != null ? servicesFailure : end(end));
      }
    }
    return Optional.empty();
  }

  private void started() throws PipeException {
    if (started) {
      throw new PipeException("a visit that starts twice");
    }
    started = true;
  }

  private void noindex() throws PipeException {
    limits.noindex();
    ask(services::noindex);
  }

  private void finding(byte[] json) throws PipeException {
    limits.finding(json);
    ask(() -> services.finding(json));
  }

  private void changes() throws PipeException {
    limits.changes();
    answer(() -> Optional.of(new ToWorker.Changes(number, services.changes())));
  }

  private void reply(FromWorker.Reply reply) throws PipeException {
    limits.reply(reply.text());
    mail.answered(reply);
  }

  private void logLine(String line) throws PipeException {
    limits.logLine(line);
    var plain = printable(line);
    ask(() -> services.log(plain));
  }

  private void checkpoint(byte[] state) throws PipeException {
    limits.checkpoint(state);
    var spent = spent(spending.cpu(), spending.allocatedBytes());
    ask(() -> services.checkpoint(state, spent));
  }

  private void stopping(FromWorker.Stopping stop) throws PipeException {
    limits.report();
    stoppingAt = printable(stop.where());
    expectEnd(printable(stop.limit()));
  }

  private void spent(FromWorker.Spent noted) throws PipeException {
    limits.report();
    if (noted.cpuNanos() < 0 || noted.allocatedBytes() < 0) {
      throw new PipeException("a visit that has spent less than nothing");
    }
    worker.spent(number, spent(Duration.ofNanos(noted.cpuNanos()), noted.allocatedBytes()));
  }

  private VisitSpending spent(Duration cpu, long allocatedBytes) {
    var now = new VisitSpending(cpu, allocatedBytes, limits.said());
    spending = now;
    return now;
  }

  private VisitEnd end(VisitEnd.Reported end) throws PipeException {
    return switch (end) {
      case VisitEnd.Finished(var state, var next) -> {
        if (!started) {
          throw new PipeException("a visit that finishes before it has started");
        }
        limits.state(state);
        LimitCheck.requireUrls(next);
        yield end;
      }
      case VisitEnd.Denied(var by, var reason, var where, var others) ->
          new VisitEnd.Denied(
              by,
              printable(reason),
              printable(where),
              others.stream().map(VisitSession::printable).toList());
      case VisitEnd.Stopped(var limit, var reason, var where) ->
          new VisitEnd.Stopped(printable(limit), printable(reason), printable(where));
      case VisitEnd.Failed(var reason, var where) ->
          new VisitEnd.Failed(printable(reason), printable(where));
    };
  }

  private <T> void announce(Consumer<T> service, T checked) {
    ask(() -> service.accept(checked));
  }

  private void page(PageRequest request) {
    Optional<PageReply> reply = ofServices(() -> Optional.of(services.page(request)));
    if (reply.isEmpty()) {
      return; // The visit must stop.
    }
    if (reply.get() instanceof PageReply.Content content && !limits.body(content.sizeBytes())) {
      stop("pageBytes", "pageBytes: all of " + order.limits().pageBytes() + " spent");
      return;
    }
    var fitting = fitting(reply.get());
    if (fitting instanceof PageReply.Content) {
      limits.sent();
    }
    worker.send(new ToWorker.Page(number, fitting));
    ask(services::answered);
  }

  private static PageReply fitting(PageReply reply) {
    return reply instanceof PageReply.Content page && page.sizeBytes() > MAX_BODY_BYTES
        ? new PageReply.Missing(page.status(), "larger than " + MAX_BODY_BYTES + " bytes")
        : reply;
  }

  /// A request to the services.
  ///
  /// @param <T> type of the answer
  private interface Question<T> {
    Optional<T> ask() throws IOException, InterruptedException;
  }

  /// Sends the answer of the services, but not while a stop may interrupt the thread. An interrupt
  /// would close the pipe and end the worker.
  private void answer(Question<ToWorker> question) {
    ofServices(question).ifPresent(worker::send);
  }

  /// Calls the services; empty if the visit must end instead.
  private <T> Optional<T> ofServices(Question<T> question) {
    if (servicesFailure != null || !mayAsk()) {
      return Optional.empty();
    }
    try {
      return question.ask();
    } catch (InterruptedException _) {
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      fail(e);
      return Optional.empty();
    } finally {
      doneAsking();
    }
  }

  /// The handling of a message without an answer.
  private interface Request {
    void make() throws IOException;
  }

  private void ask(Request request) {
    if (servicesFailure != null) {
      return;
    }
    try {
      request.make();
    } catch (IOException | RuntimeException e) {
      fail(e);
    }
  }

  private void fail(Exception e) {
    var reason = printable(reason(e));
    servicesFailure =
        e instanceof NoReaderException
            ? new VisitEnd.NoReader(reason)
            : new VisitEnd.Failed(reason, CodePlace.UNKNOWN);
    stop("stop", "the host could not go on");
  }

  /// Returns the reason of a failure for the agent's owner. A failure of input or output already
  /// has a sentence. Other messages describe faults of this program or name files, so the owner
  /// does not get them.
  private static String reason(Exception e) {
    var message = e.getMessage();
    return switch (e.getCause() instanceof FileSystemException file ? file : e) {
      case FileSystemException _ -> {
        FAULTS.fault("A file that a visit needs", e);
        yield "the host could not read or write a file; its log says which";
      }
      case IOException _, UncheckedIOException _ when message != null -> message;
      default -> {
        FAULTS.fault("The services of a visit", e);
        yield "the host could not go on, by a fault of its own";
      }
    };
  }

  /// Lets a later stop interrupt the thread. Returns false if the visit is already stopping.
  private synchronized boolean mayAsk() {
    asking = !stopping;
    return asking;
  }

  private synchronized void doneAsking() {
    asking = false;
    Thread.interrupted(); // An interrupt was for the services and must not close the pipe.
  }

  private VisitEnd violation(String what) {
    var reason = BROKEN + what;
    worker.kill(number, WallName.PIPE, reason);
    return new VisitEnd.WorkerEnded(WallName.PIPE, reason, stoppingAt, false);
  }

  private void finish() {
    begun.complete(false);
    synchronized (this) {
      over = true;
    }
    inbox.close();
    mail.close();
    worker.remove(number);
  }

  private ToWorker.Begin begin() {
    return new ToWorker.Begin(
        number,
        order.code(),
        order.state(),
        order.inputs(),
        order.limits(),
        order.readAhead(),
        order.readsBack(),
        mail.untilBegun());
  }

  private static CodePlace printable(CodePlace where) {
    return new CodePlace(
        printable(where.className()), printable(where.method()), Math.max(0, where.line()));
  }

  private static String printable(String text) {
    return ForeignText.of(text).text(MAX_LINE_CHARS);
  }
}
