package dev.sojourn.sandbox.worker.meter;

import org.jspecify.annotations.Nullable;

/// The order to stop. Any thread may give it; the visit's thread obeys it.
public final class StopSignal {
  private volatile @Nullable StopException stop;
  private volatile @Nullable StopException thrown;

  /// Creates a signal without an order.
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

  /// {@return the order, if there is one}
  public @Nullable StopException ordered() {
    return stop;
  }

  /// Throws if the visit must stop. Only the visit's thread calls it, so the first exception has
  /// the place in its code. Later calls throw the same exception, since recording a deep stack is
  /// slow.
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
