package dev.sojourn.host.lifecycle;

import dev.sojourn.host.audit.AuditVisit;
import dev.sojourn.host.config.LimitsConfig;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.sandbox.MessageReply;
import dev.sojourn.sandbox.VisitHandle;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// A visit that waits or runs in this process, as other classes use it. [VisitShell] runs its life
/// cycle. Thread-safe.
public final class ActiveVisit {
  private final VisitKey key;
  private final VisitLog.Guest guest;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /// Written only under the lock; read without it.
  private volatile VisitView view = VisitView.FIRST;

  private final CompletableFuture<Void> left = new CompletableFuture<>();
  private final VisitWatch watch = new VisitWatch();
  private final Optional<String> waking;
  private final CompletableFuture<MessageReply> wakingReply = new CompletableFuture<>();

  /// @param guest the agent of the visit
  /// @param waking the message that begins the visit; empty for other causes
  ActiveVisit(VisitKey key, VisitLog.Guest guest, Optional<String> waking) {
    this.key = key;
    this.guest = guest;
    this.waking = waking;
  }

  /// {@return the visit's name}
  public VisitKey key() {
    return key;
  }

  /// {@return the visit as named in lines of the audit log}
  public AuditVisit audited() {
    return guest.audited(key);
  }

  VisitLog.Guest guest() {
    return guest;
  }

  VisitWatch watch() {
    return watch;
  }

  /// {@return the present state of the visit} Does not wait.
  public VisitSnapshot snapshot() {
    return VisitSnapshot.of(key, guest, view, watch.now());
  }

  /// Stops an agent that has spent more than the current limits of the host.
  void hold(LimitsConfig limits) {
    var seen = view;
    if (!seen.isOver()) {
      seen.inside()
          .ifPresent(
              agent -> watch.exceeded(limits, agent.spending().cpu()).ifPresent(agent::stop));
    }
  }

  /// Changes the view, and wakes the threads that wait for a change.
  ///
  /// @param next must not wait
  void change(UnaryOperator<VisitView> next) {
    lock.lock();
    try {
      view = next.apply(view);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Waits until the view matches, at most for the given time.
  ///
  /// @return the view afterwards
  private VisitView await(Predicate<VisitView> wanted, Duration longest)
      throws InterruptedException {
    lock.lock();
    try {
      long nanos = longest.toNanos();
      while (!wanted.test(view) && nanos > 0) {
        nanos = changed.awaitNanos(nanos);
      }
      return view;
    } finally {
      lock.unlock();
    }
  }

  /// Records that the agent is entering the sandbox. Also sends the message that woke it: without a
  /// message, an agent may park again at once.
  void enter(VisitHandle handle) {
    change(now -> now.inside(handle));
    if (waking.isPresent() && !wakingReply.isDone()) {
      var _ = handle.message(waking.get()).thenAccept(wakingReply::complete);
    }
  }

  /// {@return the answer to the message that began the visit}
  public CompletableFuture<MessageReply> wakingReply() {
    return wakingReply;
  }

  /// Records that the visit no longer waits or runs in this process.
  void leave() {
    change(VisitView::over);
    wakingReply.complete(new MessageReply.NotRunning());
    left.complete(null);
  }

  /// Does work once the visit has left; at once if it already has.
  ///
  /// @param work must not wait
  void whenLeft(Runnable work) {
    var _ = left.thenRun(work);
  }

  /// {@return the number of changes so far; read it before the store}
  public long news() {
    return view.news();
  }

  /// Waits for a change beyond a known number, at most for the given time.
  ///
  /// @param known from [#news]
  /// @param longest limit of the wait
  /// @throws InterruptedException if the thread is interrupted
  public void awaitNews(long known, Duration longest) throws InterruptedException {
    var _ = await(now -> now.news() != known || now.isOver(), longest);
  }

  /// Waits until the visit no longer waits or runs in this process, at most for the given time.
  ///
  /// @param longest limit of the wait
  /// @return whether it is over
  /// @throws InterruptedException if the thread is interrupted
  public boolean awaitEnd(Duration longest) throws InterruptedException {
    return await(VisitView::isOver, longest).isOver();
  }

  /// {@return whether the agent runs or has run, and therefore may be about to park}
  public boolean hasRun() {
    return view.inside().isPresent();
  }

  /// Waits until the visit runs or is over, at most for the given time.
  ///
  /// @param longest limit of the wait
  /// @throws InterruptedException if the thread is interrupted
  public void awaitRunning(Duration longest) throws InterruptedException {
    var _ = await(now -> now.isRunning() || now.isOver(), longest);
  }

  /// Sends a message to the agent.
  ///
  /// @param text the message
  /// @param patience how long to wait for an agent that is entering the sandbox
  /// @return the future answer; empty if the agent does not run, or does not enter the sandbox in
  ///   time
  /// @throws InterruptedException if the thread is interrupted
  public Optional<CompletableFuture<MessageReply>> message(String text, Duration patience)
      throws InterruptedException {
    return await(now -> now.inside().isPresent() || !now.isRunning() || now.isOver(), patience)
        .inside()
        .map(inside -> inside.message(text));
  }
}
