package dev.sojourn.host.store;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// The future of a write. It is complete when the write is flushed to the disk, or when the write
/// failed and nothing of it is there. Safe for use by many threads.
///
/// @param <T> what the write gives
public final class Flush<T> {
  private final CompletableFuture<T> done = new CompletableFuture<>();

  Flush() {}

  /// Waits until the write is on disk. An interrupt is kept for later: whether a write was carried
  /// out must not stay unknown.
  ///
  /// @return what the write gives
  /// @throws StoreException if the disk fails; nothing of the write is kept then
  public T await() throws StoreException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return done.get();
        } catch (InterruptedException _) {
          interrupted = true;
        } catch (ExecutionException e) {
          throw StoreException.of(e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
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

  void complete(T result) {
    var _ = done.complete(result);
  }

  /// Says whether it was not complete before.
  boolean fail(Throwable cause) {
    return done.completeExceptionally(cause);
  }

  /// Does something within the store once the write is on disk, on the thread that writes; never if
  /// it fails.
  void then(Runnable work) {
    var _ = done.thenRun(work);
  }
}
