package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.KnownPages;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.ThreadUse;
import dev.sojourn.base.text.CodePoints;
import dev.sojourn.sandbox.MessageReply;
import dev.sojourn.sandbox.PageRequest;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.VisitHandle;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.sandbox.VisitServices;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.sandbox.admission.RefusedException;
import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.ToWorker;
import dev.sojourn.sandbox.worker.meter.StopException;
import dev.sojourn.sandbox.worker.meter.StopSignal;
import dev.sojourn.sandbox.worker.meter.VisitMeter;
import dev.sojourn.sandbox.worker.state.StateCodec;
import dev.sojourn.sandbox.worker.state.StateException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// A visit on the thread that waits for its end. Both ends of the pipe are on this thread: the
/// services answer a message of [GuestVisit] before its sending returns.
final class InProcessVisit implements VisitHandle {
  private final ToWorker.Begin order;
  private final VisitServices services;
  private final Agent agent;
  private final VisitCourse course;
  private final StopSignal stop = new StopSignal();
  private final Queue<ToWorker.Message> mail = new ArrayDeque<>();
  private final List<CompletableFuture<MessageReply>> replies = new ArrayList<>();
  private final Thread thread = Thread.currentThread();
  private final ThreadUse before = ThreadUse.of(thread);
  private boolean isInterrupted;
  private @Nullable GuestVisit visit;
  private @Nullable VisitEnd end;

  /// Prepares a visit on the current thread.
  ///
  /// @param codec writes the agent's state
  InProcessVisit(VisitOrder order, VisitServices services, Agent agent, StateCodec codec) {
    this.order =
        new ToWorker.Begin(
            0,
            order.code(),
            order.state(),
            order.inputs(),
            order.limits(),
            0,
            order.readsBack(),
            List.of());
    this.services = services;
    this.agent = agent;
    this.course = new VisitCourse(this.order, agent, codec, stop::order);
  }

  /// {@inheritDoc}
  ///
  /// The first call makes the visit. If it throws an exception of the agent, the visit has no end.
  @Override
  public VisitEnd await() throws InterruptedException {
    var known = end;
    if (known != null) {
      return known;
    }
    var reached = visit();
    end = reached;
    if (isInterrupted) {
      throw new InterruptedException();
    }
    return reached;
  }

  private VisitEnd visit() {
    var spending = new VisitMeter(order.limits(), System.nanoTime(), stop::order);
    var guest =
        new GuestVisit(
            order, this::answer, stop, spending, agent, mail, this::state, KnownPages.NONE);
    visit = guest;
    try {
      return course.run(guest);
    } catch (StopException e) {
      var own = Set.of(agent.getClass().getName());
      return new VisitEnd.Stopped(
          e.limit(), GuestText.reason(String.valueOf(e.getMessage())), AgentFrames.of(e, own));
    } catch (RefusedException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /// Returns the state; the exception for a value that cannot travel has the author's stack.
  private byte[] state() {
    try {
      return course.state();
    } catch (StateException e) {
      throw new IllegalStateException("state: " + e.getMessage(), e);
    }
  }

  private void answer(FromWorker... messages) {
    try {
      for (var message : messages) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        pass(message);
      }
      if (Thread.interrupted()) {
        // A file that was being read was closed, and the flag left.
        throw new InterruptedException();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException _) {
      isInterrupted = true;
      stop.order("stop", "interrupted");
      stop.check();
    }
  }

  private void pass(FromWorker message) throws IOException, InterruptedException {
    switch (message) {
      case FromWorker.PageWanted wanted -> {
        reply(new ToWorker.Page(0, services.page(request(wanted))));
        services.answered();
      }
      case FromWorker.DetailWanted(_, var detail) ->
          reply(new ToWorker.Detail(0, services.detail(detail)));
      case FromWorker.UsageWanted(_, var url) ->
          reply(new ToWorker.Usage(0, services.usage(url(url))));
      case FromWorker.ChangesWanted _ -> reply(new ToWorker.Changes(0, services.changes()));
      case FromWorker.Noindex _ -> services.noindex();
      case FromWorker.Shortened(_, var views) -> services.shortened(views);
      case FromWorker.Finding(_, var json) -> services.finding(json);
      case FromWorker.Referral(_, var url) -> services.refer(url(url));
      case FromWorker.Dropped(_, var count) -> services.dropped(count);
      case FromWorker.LinksCounted(_, var counts) -> services.counted(counts);
      case FromWorker.LogLine(_, var line) -> services.log(line);
      case FromWorker.Checkpoint(_, var state) -> services.checkpoint(state, spending());
      case FromWorker.Reply(_, var number, var isTaken, var text) ->
          replies
              .get(number)
              .complete(isTaken ? new MessageReply.Answered(text) : new MessageReply.NotTaken());
      case FromWorker.Ready _,
          FromWorker.Started _,
          FromWorker.Stopping _,
          FromWorker.Spent _,
          FromWorker.End _ ->
          throw new IllegalStateException("a message of a worker: " + message);
    }
  }

  private void reply(ToWorker answer) {
    var asking = visit;
    if (asking == null || !asking.answer(answer)) {
      throw new IllegalStateException("nobody waits for " + answer);
    }
  }

  /// Returns a request without pages ahead: the order asks for none.
  private static PageRequest request(FromWorker.PageWanted wanted) {
    return new PageRequest(
        url(wanted.url()),
        PageUrl.parse(wanted.foundOn()),
        wanted.depth() < 0 ? OptionalInt.empty() : OptionalInt.of(wanted.depth()),
        PageRequest.NextPages.NONE,
        wanted.known());
  }

  private static PageUrl url(String text) {
    return PageUrl.parse(text).orElseThrow();
  }

  @Override
  public VisitSpending spending() {
    var now = ThreadUse.of(thread);
    return new VisitSpending(
        Duration.ofNanos(now.cpuNanos() - before.cpuNanos()),
        now.allocatedBytes() - before.allocatedBytes(),
        VisitSpending.Said.NOTHING);
  }

  @Override
  public CompletableFuture<MessageReply> message(String text) {
    if (CodePoints.exceed(text, MessageReply.MAX_CHARS)) {
      throw new IllegalArgumentException(
          "text: more than " + MessageReply.MAX_CHARS + " characters (expected: at most these)");
    }
    mail.add(new ToWorker.Message(0, replies.size(), text));
    var reply = new CompletableFuture<MessageReply>();
    replies.add(reply);
    return reply;
  }

  @Override
  public void stop(String reason) {
    stop.order("stop", reason);
  }
}
