package dev.sojourn.host.metrics;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// Sums by name, for at most about 200 names; later names share one sum. Thread-safe.
public final class BoundedCounts {
  /// The shared name of all later names.
  public static final String OTHER = "other";

  private static final int MAX_NAMES = 200;

  private final ConcurrentHashMap<String, LongAdder> sums = new ConcurrentHashMap<>();

  /// Creates an empty table.
  public BoundedCounts() {}

  /// Creates sums that start at 0, because a monitoring tool must see the first increase.
  ///
  /// @param known names of the sums
  BoundedCounts(Collection<String> known) {
    known.forEach(name -> sums.put(name, new LongAdder()));
  }

  /// Adds to the sum of a name.
  ///
  /// @param name of the sum
  /// @param more the addition; ignored below 1, because the sums never decrease
  public void add(String name, long more) {
    if (more <= 0) {
      return;
    }
    // Concurrent threads may exceed the limit by a few names.
    var known = sums.containsKey(name) || sums.size() < MAX_NAMES ? name : OTHER;
    sums.computeIfAbsent(known, _ -> new LongAdder()).add(more);
  }

  /// {@return the current sums, by name}
  public Map<String, Long> now() {
    return now(List.of());
  }

  /// {@return the current sums, by name}
  ///
  /// @param known names whose sums are always included
  Map<String, Long> now(Collection<String> known) {
    var now = new TreeMap<String, Long>();
    known.forEach(name -> now.put(name, 0L));
    sums.forEach((name, sum) -> now.put(name, sum.sum()));
    return now;
  }
}
