package dev.sojourn.host.daemon;

import dev.sojourn.base.Bytes;
import dev.sojourn.host.store.Arrival;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.host.store.VisitRecord;
import dev.sojourn.sandbox.MessageReply;
import dev.sojourn.sandbox.VisitHandle;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// A visit that waits or runs in this process. Its own thread runs it; others wait for news of it
/// or ask it to end.
final class ActiveVisit {
  private final VisitKey key;
  private final VisitLog.Guest guest;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Thread thread;
  private final CompletableFuture<Void> afterwards = new CompletableFuture<>();
  private long news;
  private boolean over;
  private boolean isRunning;
  private Optional<Arrival> arrival;
  private Keeping keeping;
  private Runnable whenKept = () -> {};
  private Optional<Ended> ended = Optional.empty();
  private Optional<String> verdict = Optional.empty();
  private Optional<VisitHandle> inside = Optional.empty();

  /// Whether the agent is on disk.
  enum Keeping {
    /// It is about to be.
    UNDER_WAY,
    /// It is.
    KEPT,
    /// It could not be kept: it never came.
    REVOKED
  }

  /// @param guest whose visit it is
  /// @param arrival what came, where that was just now; otherwise it is in the store
  /// @param keeping whether it is on disk
  ActiveVisit(
      VisitKey key,
      VisitLog.Guest guest,
      Optional<Arrival> arrival,
      Keeping keeping,
      Thread.Builder builder,
      Consumer<ActiveVisit> work) {
    this.key = key;
    this.guest = guest;
    this.arrival = arrival;
    this.keeping = keeping;
    this.thread = builder.unstarted(() -> work.accept(this));
  }

  /// The end of a visit that came to its own end.
  ///
  /// @param standing as it is kept
  /// @param state its last one, as it is kept
  record Ended(VisitRecord standing, Bytes state) {}

  VisitKey key() {
    return key;
  }

  VisitLog.Guest guest() {
    return guest;
  }

  /// The agent is on disk.
  void confirm() {
    lock.lock();
    try {
      keeping = Keeping.KEPT;
      changed.signalAll();
      whenKept.run();
    } finally {
      lock.unlock();
    }
  }

  /// The agent could not be kept: the visit ends and leaves nothing behind.
  void revoke() {
    lock.lock();
    try {
      keeping = Keeping.REVOKED;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    thread.interrupt();
  }

  /// Does something when the agent is on disk, before anybody who waits for that goes on; never, if
  /// it is not kept.
  void whenKept(Runnable work) {
    lock.lock();
    try {
      if (keeping == Keeping.KEPT) {
        work.run();
      } else {
        whenKept = work;
      }
    } finally {
      lock.unlock();
    }
  }

  /// Whether the agent is known to be on disk.
  boolean isKept() {
    lock.lock();
    try {
      return keeping == Keeping.KEPT;
    } finally {
      lock.unlock();
    }
  }

  /// Waits until it is known whether the agent is on disk, which takes one flush. All that a visit
  /// keeps or tells comes after this.
  ///
  /// @return that it is
  boolean awaitKept() {
    lock.lock();
    try {
      while (keeping == Keeping.UNDER_WAY) {
        changed.awaitUninterruptibly();
      }
      return keeping == Keeping.KEPT;
    } finally {
      lock.unlock();
    }
  }

  /// Gives what came, once.
  Optional<Arrival> takeArrival() {
    lock.lock();
    try {
      var taken = arrival;
      arrival = Optional.empty();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /// The visit has come to its own end, which is kept.
  void ended(Ended how) {
    lock.lock();
    try {
      ended = Optional.of(how);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void start() {
    thread.start();
  }

  /// How often something was told; to be asked before the store is read.
  long news() {
    lock.lock();
    try {
      return news;
    } finally {
      lock.unlock();
    }
  }

  /// Tells those who wait that the store has something new.
  void tell() {
    lock.lock();
    try {
      news++;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Tells those who wait that the visit no longer waits or runs here.
  void tellOver() {
    lock.lock();
    try {
      over = true;
      news++;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    afterwards.complete(null);
  }

  /// Has something done when the visit no longer waits or runs here; on its thread, or at once.
  void afterwards(Runnable work) {
    var _ = afterwards.thenRun(work);
  }

  /// Waits until there is more than the news that is known, or the time is up.
  void awaitNews(long known, Duration time) throws InterruptedException {
    lock.lock();
    try {
      long left = time.toNanos();
      while (news == known && !over && left > 0) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /// Waits until the visit has come to its own end, no longer waits or runs here, or the time is
  /// up.
  ///
  /// @return how it ended; empty where it is not over, or did not come to its own end
  Optional<Ended> awaitOwnEnd(Duration time) throws InterruptedException {
    lock.lock();
    try {
      long left = time.toNanos();
      while (ended.isEmpty() && !over && left > 0) {
        left = changed.awaitNanos(left);
      }
      return ended;
    } finally {
      lock.unlock();
    }
  }

  /// Waits until the visit no longer waits or runs here, or the time is up.
  void awaitEnd(Duration time) throws InterruptedException {
    lock.lock();
    try {
      long left = time.toNanos();
      while (!over && left > 0) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /// The agent is in the sandbox; messages reach it from now on.
  void begun(VisitHandle visiting) {
    lock.lock();
    try {
      inside = Optional.of(visiting);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// The visit counts as running from now on, though the agent is not in the sandbox yet.
  void running() {
    lock.lock();
    try {
      isRunning = true;
    } finally {
      lock.unlock();
    }
  }

  /// Sends a message to the agent; empty if it does not run, or is not in the sandbox in time.
  ///
  /// @param patience how long to wait for an agent that is on its way into the sandbox
  Optional<CompletableFuture<MessageReply>> message(String text, Duration patience)
      throws InterruptedException {
    Optional<VisitHandle> now;
    lock.lock();
    try {
      long left = patience.toNanos();
      while (isRunning && inside.isEmpty() && !over && left > 0) {
        left = changed.awaitNanos(left);
      }
      now = keeping == Keeping.KEPT ? inside : Optional.empty();
    } finally {
      lock.unlock();
    }
    return now.map(visiting -> visiting.message(text));
  }

  /// Ends the visit for good, with a reason, which is kept with it.
  void kill(String reason) {
    lock.lock();
    try {
      if (verdict.isEmpty()) {
        verdict = Optional.of(reason);
      }
    } finally {
      lock.unlock();
    }
    thread.interrupt();
  }

  /// Ends the visit for now; it goes on after the next start of the daemon.
  void pause() {
    thread.interrupt();
  }

  /// Why the visit was killed, if it was.
  Optional<String> verdict() {
    lock.lock();
    try {
      return verdict;
    } finally {
      lock.unlock();
    }
  }

  /// Waits until the visit's thread has ended, at most the time.
  boolean join(Duration time) throws InterruptedException {
    return thread.join(time);
  }
}
