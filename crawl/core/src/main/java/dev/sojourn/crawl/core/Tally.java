package dev.sojourn.crawl.core;

/// The sums of a visit.
///
/// @param pages pages fetched
/// @param pageBytes bytes of their bodies, decoded
/// @param gzipBytes the bytes of its HTML pages' bodies on the wire, gzipped; as counted at the
///   place that read the pages
/// @param findings findings reported
public record Tally(long pages, long pageBytes, long gzipBytes, long findings) {

  /// Nothing.
  public static final Tally NONE = new Tally(0, 0, 0, 0);

  /// More than any crawl comes to; sums of a great many of these do not overflow.
  private static final long MOST = 1L << 50;

  /// Hosts report these numbers: numbers beyond belief are cut.
  public Tally {
    pages = Math.clamp(pages, 0, MOST);
    pageBytes = Math.clamp(pageBytes, 0, MOST);
    gzipBytes = Math.clamp(gzipBytes, 0, MOST);
    findings = Math.clamp(findings, 0, MOST);
  }

  /// {@return the sum}
  ///
  /// @param other of another visit
  public Tally plus(Tally other) {
    return new Tally(
        pages + other.pages,
        pageBytes + other.pageBytes,
        gzipBytes + other.gzipBytes,
        findings + other.findings);
  }
}
