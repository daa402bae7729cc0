package dev.sojourn.crawl.local.report;

/// The pages of a recrawl by what became of them since the round before. All is 0 in a first crawl.
///
/// @param unchanged pages that are as they were
/// @param transferred how many of them were read all the same, since another page has or had the
///   same body, or since the earlier round did not keep what shows a change
/// @param changed pages that were read and are others now
/// @param added pages that were read and not known
/// @param gone pages that are there no more, or may not be visited any more
/// @param kept pages that could not be read, or were not asked for, and count as they were
public record RecrawlCounts(
    long unchanged, long transferred, long changed, long added, long gone, long kept) {

  /// The counts of a first crawl.
  public static final RecrawlCounts NONE = new RecrawlCounts(0, 0, 0, 0, 0, 0);

  /// {@return both together}
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

    /// Counts a page that is as it was.
    ///
    /// @param isRead whether it was read all the same
    public void unchanged(boolean isRead) {
      unchanged++;
      transferred += isRead ? 1 : 0;
    }

    /// Counts a page that is another now.
    public void changed() {
      changed++;
    }

    /// Counts a page that is there no more.
    public void gone() {
      gone++;
    }

    /// Counts a page without news.
    public void unknown() {
      kept++;
    }

    /// {@return the counts}
    ///
    /// @param read pages that were read, known ones and others
    public RecrawlCounts counted(long read) {
      long added = Math.max(0, read - transferred - changed);
      return new RecrawlCounts(unchanged, transferred, changed, added, gone, kept);
    }
  }
}
