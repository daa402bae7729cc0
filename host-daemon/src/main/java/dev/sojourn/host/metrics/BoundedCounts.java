package dev.sojourn.host.metrics;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// Sums by name, for at most some hundred names; later names are counted together. Safe for use by
/// many threads.
public final class BoundedCounts {
  /// The name under which all later names are counted.
  public static final String OTHER = "other";

  private static final int MAX_NAMES = 200;

  private final ConcurrentHashMap<String, LongAdder> sums = new ConcurrentHashMap<>();

  /// Creates an empty table.
  public BoundedCounts() {}

  /// Creates sums that are there from the beginning, at 0: a tool that watches a sum must see its
  /// first rise.
  ///
  /// @param known names of the sums
  BoundedCounts(Collection<String> known) {
    known.forEach(name -> sums.put(name, new LongAdder()));
  }

  /// Adds to the sum of a name.
  ///
  /// @param name of the sum
  /// @param more the addition; one below 1 is not added, since these sums never fall
  public void add(String name, long more) {
    if (more <= 0) {
      return;
    }
    // Threads that come at the same time may let a few more names in, and no more than that.
    var known = sums.containsKey(name) || sums.size() < MAX_NAMES ? name : OTHER;
    sums.computeIfAbsent(known, _ -> new LongAdder()).add(more);
  }

  /// {@return the sums at this moment, by name}
  public Map<String, Long> now() {
    return now(List.of());
  }

  /// {@return the sums at this moment, by name}
  ///
  /// @param known names whose sums are shown in any case
  Map<String, Long> now(Collection<String> known) {
    var now = new TreeMap<String, Long>();
    known.forEach(name -> now.put(name, 0L));
    sums.forEach((name, sum) -> now.put(name, sum.sum()));
    return now;
  }
}
