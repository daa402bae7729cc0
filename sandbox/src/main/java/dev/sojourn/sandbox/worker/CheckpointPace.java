package dev.sojourn.sandbox.worker;

import java.time.Duration;

/// Decides when a visit saves a checkpoint: at the host's interval or less often, so that saving
/// takes at most a twentieth of the time. A state of a million pages takes at least a tenth of a
/// second each time. If the host's interval is zero, every checkpoint is saved.
///
/// The worker measures two parts of the cost. The first is the time for encoding and sending the
/// state. The second is the delay of the next answer, since the caller first writes the state to
/// disk. The delay is the difference from the slowest other answer since the last save. Only the
/// visit's thread uses this class.
final class CheckpointPace {
  /// The measured cost of saving is at most 1/24 of the time. The worker measures at least nine
  /// tenths of the cost, so the whole cost is at most a twentieth.
  static final int PARTS = 24;

  /// The longest interval at any cost of saving. It limits the work that a crash loses.
  static final Duration MAX_INTERVAL = Duration.ofMinutes(1);

  private final long leastNanos;
  private long savedNanos;
  private long costNanos;
  private long longestWaitNanos;
  private boolean isNextLate;

  /// @param least the least time between two saves
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

  /// Records that a checkpoint was encoded and sent.
  void saved(long begunNanos, long nowNanos) {
    costNanos = nowNanos - begunNanos;
    savedNanos = nowNanos;
    isNextLate = true;
  }

  /// Records how long the visit waited for an answer. Polite crawls wait long for every answer.
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
