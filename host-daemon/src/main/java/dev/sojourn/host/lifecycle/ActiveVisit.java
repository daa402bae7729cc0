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

/// The view that others have of a visit that waits or runs in this process. Its life cycle is in
/// [VisitShell]. Safe for use by many threads.
public final class ActiveVisit {
  private final VisitKey key;
  private final VisitLog.Guest guest;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /// Changed only under the lock; read without it.
  private volatile VisitView view = VisitView.FIRST;

  private final CompletableFuture<Void> left = new CompletableFuture<>();
  private final VisitWatch watch = new VisitWatch();
  private final Optional<String> waking;
  private final CompletableFuture<MessageReply> wakingReply = new CompletableFuture<>();

  /// @param guest the agent of the visit
  /// @param waking the message for which the visit begins, if it does for one
  ActiveVisit(VisitKey key, VisitLog.Guest guest, Optional<String> waking) {
    this.key = key;
    this.guest = guest;
    this.waking = waking;
  }

  /// {@return the visit's name}
  public VisitKey key() {
    return key;
  }

  /// {@return the visit as lines of the audit log name it}
  public AuditVisit audited() {
    return guest.audited(key);
  }

  VisitLog.Guest guest() {
    return guest;
  }

  VisitWatch watch() {
    return watch;
  }

  /// {@return the visit as it is at this moment} Waits for nobody.
  public VisitSnapshot snapshot() {
    return VisitSnapshot.of(key, guest, view, watch.now());
  }

  /// Stops an agent that has spent more than the limits that the host has now.
  void hold(LimitsConfig limits) {
    var seen = view;
    if (!seen.isOver()) {
      seen.inside()
          .ifPresent(
              agent -> watch.exceeded(limits, agent.spending().cpu()).ifPresent(agent::stop));
    }
  }

  /// Changes the view, for those who wait for that.
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

  /// Waits until the view is as wanted, or the time is up.
  ///
  /// @return the view then
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

  /// The agent is on its way into the sandbox. The message that woke it goes along: an agent that
  /// finds none may park again before anybody else could send it.
  void enter(VisitHandle handle) {
    change(now -> now.inside(handle));
    if (waking.isPresent() && !wakingReply.isDone()) {
      var _ = handle.message(waking.get()).thenAccept(wakingReply::complete);
    }
  }

  /// {@return the answer to the message for which the visit began}
  public CompletableFuture<MessageReply> wakingReply() {
    return wakingReply;
  }

  /// The visit neither waits nor runs here any more.
  void leave() {
    change(VisitView::over);
    wakingReply.complete(new MessageReply.NotRunning());
    left.complete(null);
  }

  /// Does something once the visit has left; at once if it has.
  ///
  /// @param work must not wait
  void whenLeft(Runnable work) {
    var _ = left.thenRun(work);
  }

  /// {@return how often there was news; to be asked before the store is read}
  public long news() {
    return view.news();
  }

  /// Waits until there is more than the news that is known, or the time is up.
  ///
  /// @param known from [#news]
  /// @param longest how long to wait
  /// @throws InterruptedException if the thread is interrupted
  public void awaitNews(long known, Duration longest) throws InterruptedException {
    var _ = await(now -> now.news() != known || now.isOver(), longest);
  }

  /// Waits until the visit no longer waits or runs here, or the time is up.
  ///
  /// @param longest how long to wait
  /// @return whether it is over
  /// @throws InterruptedException if the thread is interrupted
  public boolean awaitEnd(Duration longest) throws InterruptedException {
    return await(VisitView::isOver, longest).isOver();
  }

  /// {@return whether the agent runs or has run, so that it may be about to park}
  public boolean hasRun() {
    return view.inside().isPresent();
  }

  /// Waits until the visit runs, is over, or the time is up.
  ///
  /// @param longest how long to wait
  /// @throws InterruptedException if the thread is interrupted
  public void awaitRunning(Duration longest) throws InterruptedException {
    var _ = await(now -> now.isRunning() || now.isOver(), longest);
  }

  /// Sends a message to the agent.
  ///
  /// @param text the message
  /// @param patience how long to wait for an agent that is on its way into the sandbox
  /// @return the answer to come; empty if the agent does not run, or is not in the sandbox in time
  /// @throws InterruptedException if the thread is interrupted
  public Optional<CompletableFuture<MessageReply>> message(String text, Duration patience)
      throws InterruptedException {
    return await(now -> now.inside().isPresent() || !now.isRunning() || now.isOver(), patience)
        .inside()
        .map(inside -> inside.message(text));
  }
}
