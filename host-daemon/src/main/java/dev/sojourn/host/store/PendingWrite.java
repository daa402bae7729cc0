package dev.sojourn.host.store;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The future of a write to the store. It completes when the write is flushed to the disk, or when
/// the write failed and left nothing behind. Thread-safe.
///
/// @param <T> type of the write's result
public final class PendingWrite<T> {
  private final CompletableFuture<T> done;

  /// @param done only [WriteQueue] completes it
  PendingWrite(CompletableFuture<T> done) {
    this.done = done;
  }

  /// Waits until the write is on disk. An interrupt takes effect after the wait, because the caller
  /// must learn the result of the write.
  ///
  /// @return the write's result
  /// @throws StoreException if the disk fails; nothing of the write is stored then
  public T await() throws StoreException {
    try {
      return done.join();
    } catch (CompletionException e) {
      throw StoreException.of(e.getCause());
    }
  }

  /// {@return whether the write completes in time, successfully or not}
  ///
  /// @param within the longest wait
  /// @throws InterruptedException if the thread is interrupted
  boolean isDoneIn(Duration within) throws InterruptedException {
    try {
      var _ = done.get(within.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (ExecutionException _) {
      return true;
    } catch (TimeoutException _) {
      return false;
    }
  }

  /// {@return whether the write is on disk, or has failed}
  public boolean isDone() {
    return done.isDone();
  }

  /// {@return whether the write has failed}
  public boolean isFailed() {
    return done.isCompletedExceptionally();
  }

  /// Runs work inside the store, on the writing thread, once the write is on disk; never if it
  /// fails.
  void then(Runnable work) {
    var _ = done.thenRun(work);
  }
}
