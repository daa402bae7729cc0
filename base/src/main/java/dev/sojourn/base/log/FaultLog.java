package dev.sojourn.base.log;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// Logs faults of this program with their trace, but each at most once an hour: a stranger who has
/// found a way to cause one could fill the disk with traces otherwise. Between them the fault is
/// counted, and the next trace tells how often it came.
///
/// Two faults are the same if their types and the places where they were thrown are. Beyond the
/// first 64 different faults within an hour, all others count as one.
///
/// May be used by any number of threads.
public final class FaultLog {
  private static final Duration QUIET = Duration.ofHours(1);
  private static final int MAX_DISTINCT = 64;
  private static final String OTHERS = "others";

  private final System.Logger log;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Seen> seen = new HashMap<>();

  private record Seen(Instant traced, long since) {}

  /// Creates a log in which nothing was reported yet.
  ///
  /// @param log where the traces go
  /// @param clock the time
  public FaultLog(System.Logger log, InstantSource clock) {
    this.log = log;
    this.clock = clock;
  }

  /// Reports a fault.
  ///
  /// @param what was being done when it came; nothing that a stranger wrote
  /// @param fault what was thrown
  public void report(String what, Throwable fault) {
    long untold = untold(place(fault));
    if (untold < 0) {
      log.log(System.Logger.Level.DEBUG, "{0} failed again: {1}", what, fault.getClass().getName());
    } else {
      var again = untold == 0 ? "" : " (and " + untold + " times since this was last logged)";
      log.log(
          System.Logger.Level.ERROR, what + " failed by a fault of this program" + again, fault);
    }
  }

  /// How often the fault came without being told since its last trace; negative if it is not to be
  /// told now either.
  private long untold(String place) {
    var now = clock.instant();
    lock.lock();
    try {
      seen.values().removeIf(s -> s.since() == 0 && !now.isBefore(s.traced().plus(QUIET)));
      var key = seen.size() < MAX_DISTINCT || seen.containsKey(place) ? place : OTHERS;
      var before = seen.get(key);
      if (before != null && now.isBefore(before.traced().plus(QUIET))) {
        seen.put(key, new Seen(before.traced(), before.since() + 1));
        return -1;
      }
      seen.put(key, new Seen(now, 0));
      return before == null ? 0 : before.since();
    } finally {
      lock.unlock();
    }
  }

  private static String place(Throwable fault) {
    var frames = fault.getStackTrace();
    return fault.getClass().getName() + (frames.length == 0 ? "" : " at " + frames[0]);
  }
}
