package dev.sojourn.host.page;

import java.util.concurrent.atomic.LongAdder;

/// A site in the page store, as long as its configuration stays the same.
///
/// @param id its row; never used again in the same file
/// @param origin of the site
/// @param mark names its configuration
/// @param counts the counts of the origin, also those of earlier configurations
record StoredSitePages(long id, String origin, String mark, Counts counts) {
  /// Counts since the daemon started. Thread-safe.
  ///
  /// @param hits views that were found
  /// @param misses views that were not found
  record Counts(LongAdder hits, LongAdder misses) {
    static Counts none() {
      return new Counts(new LongAdder(), new LongAdder());
    }
  }
}
