package dev.sojourn.sandbox.worker.meter;

import org.jspecify.annotations.Nullable;

/// The order to stop, given by any thread and obeyed by the visit's own.
public final class StopSignal {
  private volatile @Nullable StopException stop;
  private volatile @Nullable StopException thrown;

  /// Creates a signal that was not given yet.
  public StopSignal() {}

  /// Orders the visit to stop.
  ///
  /// @param limit name of the limit that ran out
  /// @param reason one sentence
  /// @return whether this was the first order
  public synchronized boolean order(String limit, String reason) {
    if (stop != null) {
      return false;
    }
    stop = new StopException(limit, reason);
    return true;
  }

  /// {@return the order, if one was given}
  public @Nullable StopException ordered() {
    return stop;
  }

  /// Throws if the visit must stop. Called by the visit's thread: the first exception knows its
  /// place, and is thrown again from then on, since filling in a deep stack is slow.
  public void check() {
    var ordered = stop;
    if (ordered != null) {
      var first = thrown;
      if (first == null) {
        first = new StopException(ordered.limit(), String.valueOf(ordered.getMessage()));
        thrown = first;
      }
      throw first;
    }
  }
}
