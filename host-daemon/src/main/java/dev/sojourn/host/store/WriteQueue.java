package dev.sojourn.host.store;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The writes of the store, one after the other: takes all writes that wait, carries each out
/// behind a savepoint of its own, commits them together, and only then tells those who wait. So a
/// hundred agents that arrive at once cost one flush of the disk, and one write that fails does not
/// take the others with it.
///
/// A thread of its own does that. But who finds that nobody writes or waits carries its write out
/// by itself, with those that nobody waits for before it: to wake the thread up, and to be woken up
/// by it, takes as long as the write without its flush. While several write at the same time, and a
/// moment after, only that thread does: a flush holds the thread that makes it, of which requests
/// have few.
///
/// A write that fails because of the disk (full, or broken) undoes the whole transaction in SQLite;
/// then each write of the batch is tried again alone, and those that still fail are told so. So are
/// those that fail with an error: should it end the thread, all writes after it would wait for
/// ever.
final class WriteQueue implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(WriteQueue.class.getName());
  private static final int MAX_BATCH = 256;

  /// How long a write that nobody waits for lies, so that it costs no flush of its own.
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /// For so long after two writes met, all are left to the thread.
  private static final long CALM_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private static final int SQLITE_FULL = 13;

  /// One write: plain statements, without commit.
  @FunctionalInterface
  interface Write<T> {
    T run(Session session) throws SQLException;
  }

  private record Job<T>(Write<T> write, CompletableFuture<T> done, boolean isAwaited) {
    /// Carries the write out, and gives what tells its caller so.
    Runnable run(Session session) throws SQLException {
      T result = write.run(session);
      return () -> done.complete(result);
    }
  }

  private final Session session;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<Job<?>> waiting = new ArrayDeque<>();
  private int awaited;
  private long waitingSince;
  private long calmFrom = System.nanoTime();
  private boolean writing;
  // The thread sleeps until it is woken up, not only for a moment.
  private boolean dozing;
  private boolean closed;

  private WriteQueue(Session session) {
    this.session = session;
    this.thread = Thread.ofPlatform().name("store-writer").daemon(true).unstarted(this::loop);
  }

  /// Takes the session over. Its transactions are begun and ended here in SQL, and not by the
  /// driver, which loses count of them when SQLite rolls back by itself.
  static WriteQueue start(Session session) {
    var queue = new WriteQueue(session);
    queue.thread.start();
    return queue;
  }

  /// Waits until the write is on disk. An interrupt is kept for later: whether a write was carried
  /// out must not stay unknown.
  <T> T write(Write<T> write) throws StoreException {
    var job = new Job<>(write, new CompletableFuture<T>(), true);
    var batch = add(job);
    if (!batch.isEmpty()) {
      carryOut(batch);
    }
    var done = job.done();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return done.get();
        } catch (InterruptedException _) {
          interrupted = true;
        } catch (ExecutionException e) {
          throw failure(e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Hands a write in for which nobody waits: it is carried out before all that is handed in later,
  /// together with the next that somebody waits for, or after a moment. The future is complete when
  /// it is on disk.
  <T> CompletableFuture<T> later(Write<T> write) {
    var job = new Job<>(write, new CompletableFuture<T>(), false);
    var _ = add(job);
    return job.done();
  }

  /// Hands a write in, or gives it back with those before it, to be carried out at once.
  private List<Job<?>> add(Job<?> job) {
    lock.lock();
    try {
      if (closed) {
        job.done().completeExceptionally(new IllegalStateException("the store is closed"));
        return List.of();
      }
      boolean isFree = job.isAwaited() && isFree();
      if (waiting.isEmpty()) {
        waitingSince = System.nanoTime();
      }
      waiting.add(job);
      awaited += job.isAwaited() ? 1 : 0;
      if (isFree) {
        return take();
      }
      if (job.isAwaited() || dozing) {
        changed.signalAll();
      }
      return List.of();
    } finally {
      lock.unlock();
    }
  }

  /// Whether who comes now may write by themselves.
  private boolean isFree() {
    long now = System.nanoTime();
    if (writing || awaited > 0) {
      calmFrom = now + CALM_NANOS;
      return false;
    }
    return now - calmFrom >= 0 && waiting.size() < MAX_BATCH;
  }

  /// Takes what waits; nobody else writes until it was carried out.
  private List<Job<?>> take() {
    var batch = new ArrayList<Job<?>>();
    while (batch.size() < MAX_BATCH && !waiting.isEmpty()) {
      var job = waiting.remove();
      awaited -= job.isAwaited() ? 1 : 0;
      batch.add(job);
    }
    waitingSince = System.nanoTime();
    writing = true;
    return batch;
  }

  /// What a caller is told of a failure in SQLite.
  static StoreException failure(@Nullable Throwable e) {
    boolean full = e instanceof SQLException sql && isFull(sql);
    return new StoreException(
        full ? "The disk of the store is full." : "The store failed: " + e,
        full,
        e == null ? new IllegalStateException("no cause") : e);
  }

  private static boolean isFull(SQLException e) {
    return (e.getErrorCode() & 0xff) == SQLITE_FULL;
  }

  private void loop() {
    for (var batch = next(); !batch.isEmpty(); batch = next()) {
      carryOut(batch);
    }
  }

  /// Waits for something to write; gives nothing once the queue is closed and empty.
  private List<Job<?>> next() {
    lock.lock();
    try {
      while (writing || !(isDue() || closed)) {
        dozing = writing || waiting.isEmpty();
        if (dozing) {
          changed.awaitUninterruptibly();
        } else {
          var _ = changed.awaitNanos(patience());
        }
      }
      dozing = false;
      return waiting.isEmpty() ? List.of() : take();
    } catch (InterruptedException _) {
      return next(); // Nobody interrupts this thread.
    } finally {
      lock.unlock();
    }
  }

  /// Whether what waits is to be written now: somebody waits for it, or it has lain long enough.
  private boolean isDue() {
    return awaited > 0 || waiting.size() >= MAX_BATCH || (!waiting.isEmpty() && patience() <= 0);
  }

  private long patience() {
    return waitingSince + PATIENCE_NANOS - System.nanoTime();
  }

  private void carryOut(List<Job<?>> batch) {
    try {
      if (!runTogether(batch)) {
        batch.forEach(this::runAlone);
      }
    } finally {
      leave();
    }
  }

  private void leave() {
    lock.lock();
    try {
      writing = false;
      if (!waiting.isEmpty() || closed) {
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /// Says whether the batch was committed; if not, nothing of it was.
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
      answer = () -> job.done().completeExceptionally(e);
    }
    session.execute("RELEASE job");
    return answer;
  }

  private void runAlone(Job<?> job) {
    try {
      session.execute("BEGIN IMMEDIATE");
      var answer = job.run(session);
      session.execute("COMMIT");
      answer.run();
    } catch (SQLException | RuntimeException | Error e) {
      rollBack();
      LOG.log(System.Logger.Level.WARNING, "A write to the store failed: {0}", e.toString());
      job.done().completeExceptionally(e);
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

  /// Writes what waits, ends the thread, and closes the session.
  @Override
  public void close() throws SQLException {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    session.close();
  }
}
