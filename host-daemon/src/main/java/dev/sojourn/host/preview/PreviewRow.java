package dev.sojourn.host.preview;

/// The part of a preview about one crawler.
///
/// @param crawler the name that its user agent gives
/// @param requests the number of all requests
/// @param pages the number of distinct targets of GET requests answered 200 or 304
/// @param bytes the logged bytes of all answers
/// @param answered the number of GET requests answered 200 or 304
/// @param notModified the number of GET requests answered 304
/// @param repeated the number of GET requests answered 200 for pages that this crawler had received
///   before
/// @param repeatedAlike the number of `repeated` requests with the same ETag, or the same size if
///   the log has no ETag
/// @param visits the number of days with requests of the crawler, at least 1; an agent is assumed
///   to visit as often
/// @param visitBytes the estimated bytes of these visits if agents reported every page each time
/// @param visitBytesOfNew the estimated bytes of these visits if agents reported only new or
///   changed pages
/// @param inFolder the number of pages that are files in the given folder
/// @param purpose the purpose of a known crawler, such as `ai`; empty text for others
public record PreviewRow(
    String crawler,
    long requests,
    long pages,
    long bytes,
    long answered,
    long notModified,
    long repeated,
    long repeatedAlike,
    long visits,
    long visitBytes,
    long visitBytesOfNew,
    long inFolder,
    String purpose) {
  /// The assumed bytes of an agent and its exchanges in one visit.
  public static final long BYTES_A_VISIT = 12 << 10;

  /// The assumed size of an agent's findings, in percent of the page's bytes. It is a round number
  /// above the measurements of Javadoc crawls (docs/performance.md).
  public static final int PAGE_PERCENT = 20;

  static long estimate(long visits, long pageBytes) {
    return visits * BYTES_A_VISIT + pageBytes / 100 * PAGE_PERCENT;
  }

  /// {@return the number of requests for unchanged pages: answered 304, or with the same page as
  /// before}
  public long unchanged() {
    return notModified + repeatedAlike;
  }

  /// {@return the share of requests for unchanged pages in all requests answered 200 or 304, in
  /// percent}
  public double unchangedPercent() {
    return answered == 0 ? 0 : Math.round(1_000.0 * unchanged() / answered) / 10.0;
  }
}
