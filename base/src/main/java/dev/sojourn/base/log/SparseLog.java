package dev.sojourn.base.log;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;

/// The log for events that strangers can repeat at will: one line a minute, or a few, with the
/// number of those left out before it. Level DEBUG has every event.
///
/// May be used by any number of threads.
public final class SparseLog {
  private static final Duration EVERY = Duration.ofMinutes(1);

  private final System.Logger log;
  private final System.Logger.Level level;
  private final InstantSource clock;
  private final int linesAMinute;
  private final ReentrantLock lock = new ReentrantLock();
  private Instant next = Instant.MIN;
  private int said;
  private long leftOut;

  /// Creates a log in which nothing was said yet.
  ///
  /// @param log where the lines go
  /// @param level of the lines that are not left out
  /// @param clock the time
  public SparseLog(System.Logger log, System.Logger.Level level, InstantSource clock) {
    this(log, level, clock, 1);
  }

  /// Creates a log of more than one line a minute, in which nothing was said yet.
  ///
  /// @param log where the lines go
  /// @param level of the lines that are not left out
  /// @param clock the time
  /// @param linesAMinute how many are not left out, at least 1
  public SparseLog(
      System.Logger log, System.Logger.Level level, InstantSource clock, int linesAMinute) {
    if (linesAMinute < 1) {
      throw new IllegalArgumentException(
          "linesAMinute: " + linesAMinute + " (expected: at least 1)");
    }
    this.log = log;
    this.level = level;
    this.clock = clock;
    this.linesAMinute = linesAMinute;
  }

  /// Logs a line, or counts it.
  ///
  /// @param format of the line, always the same
  /// @param values what it is about
  public void line(String format, Object... values) {
    long before = leftOutBefore();
    if (before < 0) {
      log.log(System.Logger.Level.DEBUG, format, values);
    } else if (before == 0) {
      log.log(level, format, values);
    } else {
      log.log(level, format + " (" + before + " more lines like this were left out)", values);
    }
  }

  /// How many lines were left out before this one; negative if this is one of them.
  private long leftOutBefore() {
    lock.lock();
    try {
      var now = clock.instant();
      if (!now.isBefore(next)) {
        next = now.plus(EVERY);
        said = 0;
      } else if (said == linesAMinute) {
        leftOut++;
        return -1;
      }
      said++;
      long before = leftOut;
      leftOut = 0;
      return before;
    } finally {
      lock.unlock();
    }
  }
}
