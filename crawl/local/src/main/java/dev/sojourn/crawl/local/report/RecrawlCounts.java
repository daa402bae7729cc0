package dev.sojourn.crawl.local.report;

/// The pages of a recrawl by their change since the previous round. All are 0 in a first crawl.
///
/// @param unchanged pages that did not change
/// @param transferred unchanged pages that were read nevertheless: another page has or had the same
///   body, or the previous round stored nothing to detect a change
/// @param changed pages that were read and have changed
/// @param added pages that were read and were not known
/// @param gone pages that no longer exist or may no longer be visited
/// @param kept pages that could not be read or were not requested, and count as before
public record RecrawlCounts(
    long unchanged, long transferred, long changed, long added, long gone, long kept) {

  /// The counts of a first crawl.
  public static final RecrawlCounts NONE = new RecrawlCounts(0, 0, 0, 0, 0, 0);

  /// {@return the sum of two counts}
  ///
  /// @param other of another site
  public RecrawlCounts plus(RecrawlCounts other) {
    return new RecrawlCounts(
        unchanged + other.unchanged,
        transferred + other.transferred,
        changed + other.changed,
        added + other.added,
        gone + other.gone,
        kept + other.kept);
  }

  /// Counts the known pages of a site. Confined to one thread.
  public static final class Counter {
    private long unchanged;
    private long transferred;
    private long changed;
    private long gone;
    private long kept;

    /// Creates a counter at 0.
    public Counter() {}

    /// Counts a page that did not change.
    ///
    /// @param isRead whether it was read nevertheless
    public void unchanged(boolean isRead) {
      unchanged++;
      transferred += isRead ? 1 : 0;
    }

    /// Counts a page that changed.
    public void changed() {
      changed++;
    }

    /// Counts a page that no longer exists.
    public void gone() {
      gone++;
    }

    /// Counts a page without any news.
    public void unknown() {
      kept++;
    }

    /// {@return the counts}
    ///
    /// @param read pages that were read, both known and new
    public RecrawlCounts counted(long read) {
      long added = Math.max(0, read - transferred - changed);
      return new RecrawlCounts(unchanged, transferred, changed, added, gone, kept);
    }
  }
}
