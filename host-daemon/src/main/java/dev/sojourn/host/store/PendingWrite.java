package dev.sojourn.host.store;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The future of a write that was handed in to the store. It is complete when the write is flushed
/// to the disk, or when the write failed and nothing of it is there. Safe for use by many threads.
///
/// @param <T> type of the write's result
public final class PendingWrite<T> {
  private final CompletableFuture<T> done;

  /// @param done is completed only by [WriteQueue]
  PendingWrite(CompletableFuture<T> done) {
    this.done = done;
  }

  /// Waits until the write is on disk. An interrupt is kept for later: whether a write was carried
  /// out must not stay unknown.
  ///
  /// @return the write's result
  /// @throws StoreException if the disk fails; nothing of the write is kept then
  public T await() throws StoreException {
    try {
      return done.join();
    } catch (CompletionException e) {
      throw StoreException.of(e.getCause());
    }
  }

  /// {@return whether it is complete in time, with or without a fault}
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

  /// Does something within the store once the write is on disk, on the thread that writes; never if
  /// it fails.
  void then(Runnable work) {
    var _ = done.thenRun(work);
  }
}
