package dev.sojourn.host.store;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The writes of the store, one batch after the other: whoever has the turn takes all writes that
/// wait, carries each out behind a savepoint of its own, commits them together, and only then tells
/// those who wait. So a hundred agents that arrive at once cost one flush of the disk, and one
/// write that fails does not take the others with it.
///
/// A thread of its own does that. But who finds that nobody writes or waits takes the turn itself:
/// to wake the thread up, and to be woken up by it, takes as long as the write without its flush.
/// While several write at the same time, and a moment after, only that thread does: a flush holds
/// the thread that makes it, of which requests have few. Whoever has the turn never waits for
/// anything but the disk, and gives it back without waiting: a virtual thread that was parked with
/// it would stand behind all others that can run, and every write with it.
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

  /// The thread looks around so often after its last write, and only then sleeps until it is woken
  /// up: a write that nobody waits for need not wake it meanwhile.
  private static final int LOOKS_BEFORE_SLEEP = 20;

  private static final int SQLITE_FULL = 13;

  /// One write: plain statements, without commit.
  @FunctionalInterface
  interface Write<T> {
    T run(Session session) throws SQLException;
  }

  private record Job<T>(
      Write<T> write, CompletableFuture<T> done, boolean isAwaited, long handedIn) {
    Job(Write<T> write, boolean isAwaited) {
      this(write, new CompletableFuture<>(), isAwaited, System.nanoTime());
    }

    /// Carries the write out, and gives what tells its caller so.
    Runnable run(Session session) throws SQLException {
      T result = write.run(session);
      return () -> done.complete(result);
    }
  }

  private final Session session;
  private final ConcurrentLinkedQueue<Job<?>> waiting = new ConcurrentLinkedQueue<>();
  // Of those that wait, how many somebody waits for.
  private final AtomicInteger awaited = new AtomicInteger();
  private final ReentrantLock turn = new ReentrantLock();
  private final Thread thread;
  private volatile long calmFrom = System.nanoTime();
  private volatile boolean asleep;
  private volatile boolean closed;

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
    var job = new Job<>(write, true);
    add(job);
    if (!isCalm() || !writesNow()) {
      calmFrom = System.nanoTime() + CALM_NANOS;
    }
    var done = job.done();
    if (!done.isDone()) {
      LockSupport.unpark(thread);
    }
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
    var job = new Job<>(write, false);
    add(job);
    if (asleep) {
      LockSupport.unpark(thread);
    }
    return job.done();
  }

  private void add(Job<?> job) {
    if (job.isAwaited()) {
      awaited.incrementAndGet();
    }
    waiting.add(job);
    if (closed) {
      failWaiting();
    }
  }

  /// Whether nobody but the caller waits for a write, and nobody did a moment ago.
  private boolean isCalm() {
    return awaited.get() == 1 && System.nanoTime() - calmFrom >= 0;
  }

  /// Carries out what waits, if nobody else does; never waits for the turn.
  private boolean writesNow() {
    if (!turn.tryLock()) {
      return false;
    }
    try {
      if (closed) {
        return false;
      }
      carryOut(take());
      return true;
    } finally {
      turn.unlock();
    }
  }

  /// Takes what waits, in the order in which it was handed in.
  private List<Job<?>> take() {
    var batch = new ArrayList<Job<?>>();
    for (var job = poll(); job != null; job = batch.size() < MAX_BATCH ? poll() : null) {
      batch.add(job);
    }
    return batch;
  }

  private @Nullable Job<?> poll() {
    var job = waiting.poll();
    if (job != null && job.isAwaited()) {
      awaited.decrementAndGet();
    }
    return job;
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
    int looks = 0;
    while (!closed || !waiting.isEmpty()) {
      var first = waiting.peek();
      long patience = first == null ? PATIENCE_NANOS : patience(first);
      if (first != null && (awaited.get() > 0 || patience <= 0 || closed)) {
        writeInTurn();
        looks = 0;
      } else if (first == null && looks >= LOOKS_BEFORE_SLEEP) {
        sleep();
      } else {
        LockSupport.parkNanos(this, patience);
        looks++;
      }
    }
  }

  private static long patience(Job<?> job) {
    return job.handedIn() + PATIENCE_NANOS - System.nanoTime();
  }

  private void writeInTurn() {
    turn.lock();
    try {
      carryOut(take());
    } finally {
      turn.unlock();
    }
  }

  /// Until somebody hands something in: who does sees that this sleeps, or this sees what they have
  /// handed in.
  private void sleep() {
    asleep = true;
    if (waiting.isEmpty() && !closed) {
      LockSupport.park(this);
    }
    asleep = false;
  }

  private void carryOut(List<Job<?>> batch) {
    if (!batch.isEmpty() && !runTogether(batch)) {
      batch.forEach(this::runAlone);
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

  private void failWaiting() {
    for (var job = poll(); job != null; job = poll()) {
      job.done().completeExceptionally(new IllegalStateException("the store is closed"));
    }
  }

  /// Writes what waits, ends the thread, and closes the session.
  @Override
  public void close() throws SQLException {
    closed = true;
    LockSupport.unpark(thread);
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
    // Who writes by themselves may still be at it.
    turn.lock();
    try {
      session.close();
    } finally {
      turn.unlock();
    }
  }
}
