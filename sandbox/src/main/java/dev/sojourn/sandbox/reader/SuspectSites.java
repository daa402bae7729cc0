package dev.sojourn.sandbox.reader;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// The sites whose pages ended a reader, or were slow again and again. They stay suspect for a
/// minute. Any thread may use it.
final class SuspectSites {
  private static final int MAX_SITES = 1_000;
  private static final long SUSPECT_NANOS = TimeUnit.MINUTES.toNanos(1);

  /// The slow pages of a minute that make a site suspect.
  private static final int MAX_SLOW = 10;

  /// The sites in the order of their last sign; a full table forgets the first of them.
  private final Map<String, Signs> sites = new LinkedHashMap<>();

  private final LongSupplier nanos;

  /// @param nanos a monotonic clock, in nanoseconds
  SuspectSites(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /// @param since the time of the first sign, by the clock
  private record Signs(long since, int slow) {}

  /// {@return whether the pages of a site should have a reader of their own}
  synchronized boolean contains(String site) {
    return current(site).slow() >= MAX_SLOW;
  }

  /// Records a slow page.
  synchronized void slow(String site) {
    var now = current(site);
    put(site, new Signs(now.since(), now.slow() + 1));
  }

  /// Records a page that ended its reader.
  synchronized void lost(String site) {
    put(site, new Signs(nanos.getAsLong(), MAX_SLOW));
  }

  private Signs current(String site) {
    long now = nanos.getAsLong();
    var signs = sites.get(site);
    if (signs != null && now - signs.since() > SUSPECT_NANOS) {
      sites.remove(site);
      signs = null;
    }
    return signs == null ? new Signs(now, 0) : signs;
  }

  private void put(String site, Signs signs) {
    sites.remove(site);
    sites.put(site, signs);
    if (sites.size() > MAX_SITES) {
      sites.remove(sites.keySet().iterator().next());
    }
  }
}
