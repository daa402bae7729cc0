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

/// The one writer of the store. It takes all writes that wait, carries each out behind a savepoint
/// of its own, commits them together, and then completes their futures. So a hundred agents that
/// arrive at once cost one flush of the disk. A write that fails does not take the others with it.
///
/// A write that fails because of the disk (full, or broken) undoes the whole transaction in SQLite.
/// Then each write of the batch is tried again alone, and the future of each that still fails gets
/// its exception. An error is handed over in the same way: if it ended the thread, all later writes
/// would wait for ever.
final class WriteQueue implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(WriteQueue.class.getName());
  private static final int MAX_BATCH = 256;

  /// The time that a write without a waiting caller may lie, so that it costs no flush of its own.
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /// One write: plain statements, without commit.
  @FunctionalInterface
  interface Write<T> {
    T run(SqliteSession session) throws SQLException;
  }

  /// A write in this queue.
  ///
  /// @param isAwaited whether somebody waits for it
  /// @param frees whether it is to be carried out on a full disk, with the room set aside for that
  /// @param done the future behind the [PendingWrite] of its caller
  private record Job<T>(
      Write<T> write, boolean isAwaited, boolean frees, CompletableFuture<T> done) {
    /// Carries the write out, and gives the step that completes the future.
    Runnable run(SqliteSession session) throws SQLException {
      T result = write.run(session);
      return () -> {
        var _ = done.complete(result);
      };
    }

    /// Says whether it was not complete before.
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

  /// Takes the session over. Its transactions are begun and ended here in SQL, not by the driver,
  /// which loses count of them when SQLite rolls back by itself.
  static WriteQueue start(SqliteSession session, DiskReserve reserve) {
    return start(session, reserve, Thread.ofPlatform().name("store-writer").daemon(true).factory());
  }

  /// @param threads makes the thread that writes
  static WriteQueue start(SqliteSession session, DiskReserve reserve, ThreadFactory threads) {
    var queue = new WriteQueue(session, reserve, threads);
    queue.thread.start();
    return queue;
  }

  /// Hands a write in that somebody waits for.
  <T> PendingWrite<T> write(Write<T> write) {
    return add(write, true, false);
  }

  /// The same for a write that frees room, or for a small one that must be kept before room can be
  /// freed. A full disk does not stop it while there is a reserve.
  <T> PendingWrite<T> writeThatFrees(Write<T> write) {
    return add(write, true, true);
  }

  /// Hands a write in for which nobody waits. It is carried out before all later ones, together
  /// with the next awaited write or after a moment.
  <T> PendingWrite<T> later(Write<T> write) {
    return add(write, false, false);
  }

  /// The same for a write that frees room, as [#writeThatFrees].
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

  /// How many writes wait.
  int depth() {
    return waiting.size();
  }

  /// Whether a write of nothing is carried out in time, on a full disk too; at most one such write
  /// waits.
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
        // close() wakes this thread up; waiting writes are still carried out.
      }
    }
  }

  /// Adds the waiting writes; if nobody waits for any of them, also those that come within a
  /// moment.
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
        return; // The queue closes, and writes that it took are still carried out.
      }
    }
  }

  /// Says whether the batch was committed; it is committed whole or not at all.
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

  /// Whether the disk was full and still is. The room of rows that were deleted meanwhile is given
  /// back to it first.
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

  /// Takes out the writes that may not use the last room of a full disk.
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
      // A peer's question causes writes: on a broken disk they fail as often as the peer likes.
      faults.line(
          System.Logger.Level.WARNING,
          "A write to the store failed: {0}",
          StoreException.said(failure));
    }
    if (failure != null) {
      job.fail(failure);
    }
  }

  /// Carries one write out; gives the fault, if there was one.
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

  /// The write-ahead log takes room on the disk too, for pages that mostly have theirs in the
  /// database already.
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
      // SQLite has rolled back by itself after a full disk or a failed write.
      LOG.log(System.Logger.Level.DEBUG, "Nothing to roll back: {0}", e.toString());
    }
  }

  private void failWaiting() {
    for (var job = waiting.poll(); job != null; job = waiting.poll()) {
      job.fail(new IllegalStateException("the store is closed"));
    }
  }

  /// Carries out the waiting writes, ends the thread, and closes the session.
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
