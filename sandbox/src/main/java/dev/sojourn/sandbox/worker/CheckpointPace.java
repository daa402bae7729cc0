package dev.sojourn.sandbox.worker;

import java.time.Duration;

/// The pace of a visit's checkpoints: no more often than the host wants, and rarely enough that
/// saving takes at most a twentieth of the time. A state of a million pages costs a tenth of a
/// second and more each time. A host that wants each checkpoint, with no time between two, gets
/// each.
///
/// The worker sees two parts of the cost. The first is the time in which it encodes and sends the
/// state. The second is the delay of the next answer, since the caller writes the state to disk
/// first. The delay is measured against the slowest other answer since the last save. Used by the
/// visit's thread alone.
final class CheckpointPace {
  /// Saving takes at most one part in this number of the time, as far as the worker sees it. It
  /// sees nine tenths of the cost or more, so the whole cost is a twentieth at most.
  static final int PARTS = 24;

  /// A crash costs at most this much work, whatever saving costs.
  static final Duration MAX_INTERVAL = Duration.ofMinutes(1);

  private final long leastNanos;
  private long savedNanos;
  private long costNanos;
  private long longestWaitNanos;
  private boolean isNextLate;

  /// @param least time between two saves
  /// @param nowNanos the JVM's clock of nanoseconds
  CheckpointPace(Duration least, long nowNanos) {
    this.leastNanos = least.toNanos();
    this.savedNanos = nowNanos;
  }

  boolean isDue(long nowNanos) {
    boolean isPast = nowNanos - savedNanos >= leastNanos;
    return leastNanos == 0 || (isPast && isAffordable(nowNanos));
  }

  /// Whether a save now would take no more than its part of the time.
  boolean isAffordable(long nowNanos) {
    long byCost = Math.min(costNanos * (PARTS - 1), MAX_INTERVAL.toNanos());
    return nowNanos - savedNanos >= byCost;
  }

  /// A checkpoint was encoded and sent.
  void saved(long begunNanos, long nowNanos) {
    costNanos = nowNanos - begunNanos;
    savedNanos = nowNanos;
    isNextLate = true;
  }

  /// The caller gave an answer; polite crawls wait long for each.
  void answered(long waitedNanos) {
    if (isNextLate) {
      costNanos += Math.max(0, waitedNanos - longestWaitNanos);
      isNextLate = false;
      longestWaitNanos = 0;
    } else {
      longestWaitNanos = Math.max(longestWaitNanos, waitedNanos);
    }
  }
}
