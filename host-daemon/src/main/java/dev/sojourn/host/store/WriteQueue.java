package dev.sojourn.host.store;

import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.base.sql.SqliteSession;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The single writer of the store. It takes all waiting writes, runs each in its own savepoint,
/// commits them together, and then completes their futures. Thus a hundred simultaneous arrivals
/// cost one flush of the disk. A failed write does not affect the others.
///
/// If the disk is full or broken, a failed write rolls back the whole transaction in SQLite. The
/// queue then retries each write of the batch alone, and completes the future of each failed write
/// exceptionally. An error also goes to the future: if it ended the thread, all later writes would
/// wait forever.
final class WriteQueue implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(WriteQueue.class.getName());
  private static final int MAX_BATCH = 256;

  /// Limits the delay of a write without a waiting caller, which should not cost its own flush.
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /// One write: SQL statements without a commit.
  @FunctionalInterface
  interface Write<T> {
    T run(SqliteSession session) throws SQLException;
  }

  /// A write in this queue.
  ///
  /// @param isAwaited whether a caller waits for it
  /// @param frees whether it also runs on a full disk, in the reserved space
  /// @param done the future of the caller's [PendingWrite]
  private record Job<T>(
      Write<T> write, boolean isAwaited, boolean frees, CompletableFuture<T> done) {
    /// Runs the write, and returns the step that completes the future.
    Runnable run(SqliteSession session) throws SQLException {
      T result = write.run(session);
      return () -> {
        var _ = done.complete(result);
      };
    }

    /// Returns whether the future was still incomplete.
    boolean fail(Throwable cause) {
      return done.completeExceptionally(cause);
    }
  }

  private final RateLimitedLog faults = new RateLimitedLog(LOG);
  private final SqliteSession session;
  private final DiskReserve reserve;
  private final LinkedBlockingQueue<Job<?>> waiting = new LinkedBlockingQueue<>();
  private final AtomicReference<Optional<PendingWrite<Boolean>>> trial =
      new AtomicReference<>(Optional.empty());
  private final Thread thread;
  private volatile boolean closed;

  private WriteQueue(SqliteSession session, DiskReserve reserve, ThreadFactory threads) {
    this.session = session;
    this.reserve = reserve;
    this.thread = threads.newThread(this::loop);
  }

  /// Takes ownership of the session. SQL statements begin and end its transactions, because the
  /// driver does not notice when SQLite rolls back.
  static WriteQueue start(SqliteSession session, DiskReserve reserve) {
    return start(session, reserve, Thread.ofPlatform().name("store-writer").daemon(true).factory());
  }

  /// @param threads makes the writing thread
  static WriteQueue start(SqliteSession session, DiskReserve reserve, ThreadFactory threads) {
    var queue = new WriteQueue(session, reserve, threads);
    queue.thread.start();
    return queue;
  }

  /// Queues a write for which a caller waits.
  <T> PendingWrite<T> write(Write<T> write) {
    return add(write, true, false);
  }

  /// Queues an awaited write that frees space, or a small write that must precede it. The write
  /// runs even on a full disk, as long as the reserve has space.
  <T> PendingWrite<T> writeThatFrees(Write<T> write) {
    return add(write, true, true);
  }

  /// Queues a write for which nobody waits. It runs before all later writes, together with the next
  /// awaited write or after a short delay.
  <T> PendingWrite<T> later(Write<T> write) {
    return add(write, false, false);
  }

  /// Queues a write that frees space, as [#writeThatFrees], but for which nobody waits.
  <T> PendingWrite<T> laterThatFrees(Write<T> write) {
    return add(write, false, true);
  }

  private <T> PendingWrite<T> add(Write<T> write, boolean isAwaited, boolean frees) {
    var done = new CompletableFuture<T>();
    waiting.add(new Job<>(write, isAwaited, frees, done));
    if (closed) {
      failWaiting();
    }
    return new PendingWrite<>(done);
  }

  /// The number of waiting writes.
  int depth() {
    return waiting.size();
  }

  /// Whether an empty write succeeds in time, also on a full disk; at most one such write waits.
  boolean answers(Duration within) throws InterruptedException {
    var last =
        trial.updateAndGet(
            before ->
                before
                    .filter(write -> !write.isDone())
                    .or(() -> Optional.of(writeThatFrees(_ -> true))));
    return last.isPresent() && last.get().isDoneIn(within) && !last.get().isFailed();
  }

  private static boolean isFull(@Nullable Throwable e) {
    return e instanceof SQLException sql && SqliteSession.isFull(sql);
  }

  private void loop() {
    var batch = new ArrayList<Job<?>>();
    while (!closed || !waiting.isEmpty()) {
      try {
        batch.clear();
        batch.add(waiting.take());
        gather(batch);
        if (hasNoRoom()) {
          refuse(batch);
        }
        if (!runTogether(batch)) {
          for (var job : batch) {
            runAlone(job);
          }
        }
      } catch (InterruptedException _) {
        // close() interrupts this thread; the waiting writes still run.
      }
    }
  }

  /// Adds the waiting writes; if nobody waits for any of them, also those of the next moment.
  private void gather(List<Job<?>> batch) {
    waiting.drainTo(batch, MAX_BATCH - batch.size());
    long until = System.nanoTime() + PATIENCE_NANOS;
    while (batch.size() < MAX_BATCH && batch.stream().noneMatch(Job::isAwaited)) {
      try {
        var next = waiting.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (next == null) {
          return;
        }
        batch.add(next);
        waiting.drainTo(batch, MAX_BATCH - batch.size());
      } catch (InterruptedException _) {
        return; // The queue is closing; the writes that it took still run.
      }
    }
  }

  /// Returns whether the batch was committed; a batch is committed completely or not at all.
  private boolean runTogether(List<Job<?>> batch) {
    var answers = new ArrayList<Runnable>();
    boolean isOne = batch.size() == 1;
    try {
      session.execute("BEGIN IMMEDIATE");
      for (var job : batch) {
        answers.add(isOne ? job.run(session) : runBehindSavepoint(job));
      }
      session.execute("COMMIT");
    } catch (SQLException | RuntimeException | Error e) {
      LOG.log(System.Logger.Level.DEBUG, "Writes are repeated one by one: {0}", e.toString());
      rollBack();
      return false;
    }
    answers.forEach(Runnable::run);
    return true;
  }

  private Runnable runBehindSavepoint(Job<?> job) throws SQLException {
    Runnable answer;
    session.execute("SAVEPOINT job");
    try {
      answer = job.run(session);
    } catch (SQLException | RuntimeException | Error e) {
      session.execute("ROLLBACK TO job");
      answer = () -> job.fail(e);
    }
    session.execute("RELEASE job");
    return answer;
  }

  /// Whether the disk was full and still has no space. First gives the space of deleted rows back
  /// to the disk.
  private boolean hasNoRoom() {
    if (reserve.isRetryDue()) {
      try {
        session.execute("BEGIN IMMEDIATE");
        var _ = Retention.shrink(session, 0);
        session.execute("COMMIT");
      } catch (SQLException e) {
        LOG.log(System.Logger.Level.DEBUG, "The store does not shrink: {0}", e.toString());
        rollBack();
      }
      emptyLog();
      reserve.refill();
    }
    return reserve.isReleased();
  }

  /// Fails and removes the writes that may not use the reserved space of a full disk.
  private static void refuse(List<Job<?>> batch) {
    batch.removeIf(job -> !job.frees() && job.fail(SqliteSession.full()));
  }

  private void runAlone(Job<?> job) {
    var failure = tried(job);
    if (isFull(failure)) {
      emptyLog();
      failure = tried(job);
    }
    if (isFull(failure) && job.frees() && reserve.release()) {
      emptyLog();
      failure = tried(job);
    }
    if (isFull(failure)) {
      reserve.fellShort();
    } else if (failure != null) {
      // Peers can cause failing writes at any rate on a broken disk, so the log is rate-limited.
      faults.line(
          System.Logger.Level.WARNING,
          "A write to the store failed: {0}",
          StoreException.said(failure));
    }
    if (failure != null) {
      job.fail(failure);
    }
  }

  /// Runs one write; returns the fault, or null.
  private @Nullable Throwable tried(Job<?> job) {
    Runnable answer;
    try {
      session.execute("BEGIN IMMEDIATE");
      answer = job.run(session);
      session.execute("COMMIT");
    } catch (SQLException | RuntimeException | Error e) {
      rollBack();
      return e;
    }
    answer.run();
    return null;
  }

  /// The write-ahead log also takes space, mostly for pages that have a place in the database.
  private void emptyLog() {
    try {
      var _ = session.number("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (SQLException e) {
      LOG.log(System.Logger.Level.DEBUG, "The write-ahead log stays: {0}", e.toString());
    }
  }

  private void rollBack() {
    try {
      session.execute("ROLLBACK");
    } catch (SQLException e) {
      // SQLite already rolled back after a full disk or a failed write.
      LOG.log(System.Logger.Level.DEBUG, "Nothing to roll back: {0}", e.toString());
    }
  }

  private void failWaiting() {
    for (var job = waiting.poll(); job != null; job = waiting.poll()) {
      job.fail(new IllegalStateException("the store is closed"));
    }
  }

  /// Runs the waiting writes, ends the thread, and closes the session.
  @Override
  public void close() throws SQLException {
    closed = true;
    thread.interrupt();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    failWaiting();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    session.close();
  }
}
