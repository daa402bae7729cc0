package dev.sojourn.host.page;

import dev.sojourn.host.quota.PageLimits;

/// The limit of the page store on disk, and the shares of its parts. A unit is a 64th of the limit.
///
/// ```
///  | database: 56 units                                | log: 6 units | index of the log: 2 |
/// ```
///
/// The log is written back into the database when it has more than two units. One transaction adds
/// four more at most: views of one or two units, and the pages that its rows touch.
///
/// @param bytes of all files together; at least [#LEAST_BYTES]
record PageStoreBound(long bytes) {
  /// The least limit. A smaller store has no room for the log.
  static final long LEAST_BYTES = PageLimits.LEAST_STORE_BYTES;

  /// The size of a page of SQLite.
  static final int PAGE_BYTES = 4_096;

  private static final int UNITS = 64;
  private static final int DATABASE_UNITS = 56;
  private static final long MOST_VIEW_BYTES = 16L << 20;

  /// One row touches up to eight pages: its own, those of its view, and those of the index.
  private static final int ROW_BYTES = 8 * PAGE_BYTES;

  private static final int LEAST_ROWS = 4;
  private static final int MOST_ROWS = 256;

  PageStoreBound {
    if (bytes < LEAST_BYTES) {
      throw new IllegalArgumentException(
          "bytes: " + bytes + " (expected: at least " + LEAST_BYTES + ")");
    }
  }

  private long unit() {
    return bytes / UNITS;
  }

  /// The most pages of the database.
  long pages() {
    return DATABASE_UNITS * unit() / PAGE_BYTES;
  }

  /// The size of the largest view that is kept.
  long viewBytes() {
    return Math.min(2 * unit(), MOST_VIEW_BYTES);
  }

  /// The size of the views of one transaction, unless it has only one.
  long batchBytes() {
    return unit();
  }

  /// The most rows that one transaction changes.
  int rows() {
    return Math.clamp(2 * unit() / ROW_BYTES, LEAST_ROWS, MOST_ROWS);
  }

  /// The size of the log from which it is written back.
  long logBytes() {
    return 2 * unit();
  }

  /// Free pages that one step returns to the disk. A step moves as many pages, and changes the
  /// pages that point to them.
  int stepPages() {
    return Math.clamp(unit() / PAGE_BYTES / 2, 1, 1_000);
  }
}
