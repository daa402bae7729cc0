package dev.sojourn.sandbox.reader;

import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.sandbox.pipe.ReadOrder;
import dev.sojourn.sandbox.start.ProcessLauncher;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Some readers with one queue of pages, in which the sites take turns. Each reader has a thread
/// here, which starts the process with its first page, starts another one after its death, and ends
/// with it after some idle time.
///
/// The threads are not those of visits: an interrupt of a visit would close the pipe of a reader.
final class ReaderLane implements AutoCloseable {
  private static final RateLimitedLog LOG =
      new RateLimitedLog(System.getLogger(ReaderLane.class.getName()));

  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final String CLOSED = "the sandbox is closed";

  private final String name;
  private final int most;
  private final ProcessLauncher launcher;
  private final WaitingPages<Task<?>> tasks = new WaitingPages<>();
  private final Set<ReaderProcess> processes = new HashSet<>();
  private int threads;

  /// The threads that wait for a task, among them those that a task has woken.
  private int idle;

  private boolean isClosed;

  /// A page that waits for a reader. Its caller cancels the result if it no longer waits.
  private record Task<T>(
      ReadOrder order,
      ReadResult.Decoder<T> decoder,
      BooleanSupplier isSuspect,
      CompletableFuture<ReadResult<T>> result) {
    void refuse() {
      result.complete(new ReadResult.NotStarted<>(CLOSED));
    }
  }

  /// @param name the name of its threads
  /// @param most the most readers
  ReaderLane(String name, int most, ProcessLauncher launcher) {
    this.name = name;
    this.most = most;
    this.launcher = launcher;
  }

  /// {@return the result of reading a page, some time later}
  ///
  /// @param site the site of the page
  /// @param order the order
  /// @param decoder makes the view of the octets
  /// @param isSuspect whether the page should not be read here, asked when its turn has come; it
  ///   then counts as too slow
  synchronized <T> CompletableFuture<ReadResult<T>> read(
      String site, ReadOrder order, ReadResult.Decoder<T> decoder, BooleanSupplier isSuspect) {
    var task = new Task<>(order, decoder, isSuspect, new CompletableFuture<ReadResult<T>>());
    if (isClosed) {
      task.refuse();
      return task.result();
    }
    tasks.add(site, task);
    if (tasks.size() > idle && threads < most) {
      startThread();
    } else {
      notify();
    }
    return task.result();
  }

  private void startThread() {
    Thread.ofPlatform().daemon().name(name + "-" + threads).start(this::work);
    threads++;
  }

  /// Ends readers that are no longer honest.
  void look() {
    running().forEach(ReaderProcess::look);
  }

  private synchronized List<ReaderProcess> running() {
    return List.copyOf(processes);
  }

  private void work() {
    @Nullable ReaderProcess process = null;
    try {
      for (var task = next(); task != null; task = next()) {
        process = run(task, process);
      }
    } catch (InterruptedException _) {
      // Only a launcher that is closed throws it.
    } finally {
      if (process != null) {
        end(process);
      }
      leave();
    }
  }

  /// Waits for a task; null if the thread should end.
  private synchronized @Nullable Task<?> next() throws InterruptedException {
    long end = System.nanoTime() + IDLE_NANOS;
    idle++;
    try {
      for (long left = IDLE_NANOS; tasks.size() == 0 && !isClosed && left > 0; ) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = end - System.nanoTime();
      }
    } finally {
      idle--;
    }
    return tasks.poll();
  }

  /// Ends a thread. A task may have come since [#next], and then needs another thread.
  private synchronized void leave() {
    threads--;
    if (tasks.size() > 0) {
      startThread();
    }
  }

  /// Reads a page. Returns the process for the next page.
  private <T> @Nullable ReaderProcess run(Task<T> task, @Nullable ReaderProcess process)
      throws InterruptedException {
    if (task.result().isDone()) {
      return process;
    }
    if (task.isSuspect().getAsBoolean()) {
      task.result().complete(new ReadResult.TooSlow<>());
      return process;
    }
    try {
      var alive = alive(process);
      return read(task, alive) ? alive : null;
    } catch (IOException e) {
      warn("A reader cannot be started: {0}", String.valueOf(e.getMessage()));
      pause();
      task.result().complete(new ReadResult.NotStarted<>(words(e)));
      return null;
    } finally {
      task.refuse(); // Without effect on a result.
    }
  }

  /// A start that was under way fails when the lane is closed.
  private synchronized String words(IOException e) {
    return isClosed ? CLOSED : ProcessLauncher.wordsForOwners(e);
  }

  /// Waits after a failed start, since visits whose page was not read try again at once.
  private synchronized void pause() throws InterruptedException {
    if (!isClosed) {
      TimeUnit.SECONDS.timedWait(this, 1);
    }
  }

  /// Reads a page. Returns false if the process has ended.
  private <T> boolean read(Task<T> task, ReaderProcess process) {
    boolean isWell = false;
    try {
      task.result().complete(process.read(task.order(), task.decoder()));
      isWell = true;
    } catch (IOException e) {
      warn(
          "The reader of {0} is ended: {1}",
          task.order().source().url(), String.valueOf(e.getMessage()));
    } finally {
      if (!isWell) {
        end(process);
        task.result().complete(new ReadResult.Lost<>());
      }
    }
    return isWell;
  }

  private void warn(String format, Object... values) {
    synchronized (this) {
      if (isClosed) {
        return;
      }
    }
    LOG.line(Level.WARNING, format, values);
  }

  private ReaderProcess alive(@Nullable ReaderProcess process)
      throws IOException, InterruptedException {
    if (process == null) {
      return start();
    }
    if (process.isAlive()) {
      return process;
    }
    warn("A reader died while it waited for a page");
    end(process);
    return start();
  }

  private ReaderProcess start() throws IOException, InterruptedException {
    var process = new ReaderProcess(launcher.start());
    synchronized (this) {
      processes.add(process);
      if (!isClosed) {
        return process;
      }
    }
    end(process);
    throw new IOException(CLOSED);
  }

  private void end(ReaderProcess process) {
    process.close();
    synchronized (this) {
      processes.remove(process);
    }
  }

  /// Ends all readers and waits for their death. Pages that wait are not read.
  @Override
  public void close() {
    List<Task<?>> unread;
    synchronized (this) {
      isClosed = true;
      unread = tasks.pollAll();
      notifyAll();
    }
    unread.forEach(Task::refuse);
    running().forEach(ReaderProcess::close);
  }
}
