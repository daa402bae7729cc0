package dev.sojourn.base.log;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// A log for events that outsiders can cause at will. Without limits, they could fill the disk.
///
/// It logs one line a minute, and the same fault of this program, with its trace, once an hour.
/// Other events are counted, and the next entry has their number; level DEBUG shows each event.
///
/// Two faults are the same if their types and the places where they were thrown agree. After the
/// first 64 different faults within an hour, all others count as one.
///
/// Safe for use by any number of threads.
public final class RateLimitedLog {
  private static final Duration FAULT_EVERY = Duration.ofHours(1);
  private static final Duration LINE_EVERY = Duration.ofMinutes(1);
  private static final int MAX_DISTINCT = 64;
  private static final String OTHERS = "others";

  private final System.Logger log;
  private final LongSupplier nanos;
  private final ReentrantLock lock = new ReentrantLock();
  private final Entry lines = new Entry();
  private final Map<String, Entry> faults = new HashMap<>();

  /// Creates a log without entries.
  ///
  /// @param log receives the entries
  public RateLimitedLog(System.Logger log) {
    this(log, System::nanoTime);
  }

  /// @param nanos a monotonic clock, in nanoseconds
  RateLimitedLog(System.Logger log, LongSupplier nanos) {
    this.log = log;
    this.nanos = nanos;
  }

  /// The time of the last logged event, and the number of omitted events since then.
  private static final class Entry {
    private boolean isLogged;
    private long loggedAt;
    private long leftOut;

    private boolean isQuiet(long now, Duration every) {
      return isLogged && now - loggedAt < every.toNanos();
    }

    /// How many events were omitted before this one; negative if this one is omitted.
    private long next(long now, Duration every) {
      if (isQuiet(now, every)) {
        leftOut++;
        return -1;
      }
      isLogged = true;
      loggedAt = now;
      long before = leftOut;
      leftOut = 0;
      return before;
    }
  }

  /// Logs or counts a line. All lines share one limit.
  ///
  /// @param level of the line, if it is logged
  /// @param format of the line
  /// @param values of the message
  public void line(System.Logger.Level level, String format, Object... values) {
    long before;
    lock.lock();
    try {
      before = lines.next(nanos.getAsLong(), LINE_EVERY);
    } finally {
      lock.unlock();
    }
    if (before < 0) {
      log.log(System.Logger.Level.DEBUG, format, values);
    } else if (before == 0) {
      log.log(level, format, values);
    } else {
      var left = before == 1 ? "1 more line like this was" : before + " more lines like this were";
      log.log(level, format + " (" + left + " left out)", values);
    }
  }

  /// Reports a fault.
  ///
  /// @param what the action that failed, without text from outside
  /// @param fault the exception
  public void fault(String what, Throwable fault) {
    long before = faultsBefore(place(fault));
    if (before < 0) {
      log.log(System.Logger.Level.DEBUG, "{0} failed again: {1}", what, fault.getClass().getName());
    } else {
      var again = before == 0 ? "" : " (and " + before + " times since this was last logged)";
      log.log(
          System.Logger.Level.ERROR, what + " failed by a fault of this program" + again, fault);
    }
  }

  private long faultsBefore(String place) {
    lock.lock();
    try {
      long now = nanos.getAsLong();
      faults.values().removeIf(e -> e.leftOut == 0 && !e.isQuiet(now, FAULT_EVERY));
      var key = faults.size() < MAX_DISTINCT || faults.containsKey(place) ? place : OTHERS;
      return faults.computeIfAbsent(key, _ -> new Entry()).next(now, FAULT_EVERY);
    } finally {
      lock.unlock();
    }
  }

  private static String place(Throwable fault) {
    var frames = fault.getStackTrace();
    return fault.getClass().getName() + (frames.length == 0 ? "" : " at " + frames[0]);
  }
}
