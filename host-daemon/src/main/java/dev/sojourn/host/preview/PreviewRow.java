package dev.sojourn.host.preview;

/// The part of a preview about one crawler.
///
/// @param crawler the name that its user agent gives
/// @param requests all of them
/// @param pages distinct targets that were answered 200 or 304 to a GET
/// @param bytes of all answers, as they are logged
/// @param answered GET requests answered 200 or 304
/// @param notModified those of them answered 304
/// @param repeated those answered 200 for a page that this crawler had got before
/// @param repeatedAlike those of these with the same ETag, or the same size if the log has no ETag
/// @param visits days on which the crawler came, at least 1; an agent is taken to come as often
/// @param visitBytes estimate of the bytes that these visits would have moved, if agents reported
///   every page each time
/// @param visitBytesOfNew the same, if agents reported only new or changed pages
/// @param inFolder pages that are files of the folder that was named
/// @param purpose of a known crawler, as `ai`; empty text for others
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
  /// The bytes of an agent and of the exchanges about it, taken for one visit.
  public static final long BYTES_A_VISIT = 12 << 10;

  /// The part of a page's bytes that an agent's findings are taken to have. It is a round number
  /// above what crawls of Javadoc took (docs/performance.md).
  public static final int PAGE_PERCENT = 20;

  static long estimate(long visits, long pageBytes) {
    return visits * BYTES_A_VISIT + pageBytes / 100 * PAGE_PERCENT;
  }

  /// {@return the requests for pages that had not changed: 304, or the same as before}
  public long unchanged() {
    return notModified + repeatedAlike;
  }

  /// {@return their share of all requests that were answered 200 or 304, in percent}
  public double unchangedPercent() {
    return answered == 0 ? 0 : Math.round(1_000.0 * unchanged() / answered) / 10.0;
  }
}
