package dev.sojourn.crawl.core;

/// The totals of a visit.
///
/// @param pages pages fetched
/// @param pageBytes bytes of their bodies after decoding
/// @param gzipBytes bytes of the HTML pages' bodies, gzipped; counted where the pages were read
/// @param findings findings reported
public record Tally(long pages, long pageBytes, long gzipBytes, long findings) {

  /// The tally without any pages or findings.
  public static final Tally NONE = new Tally(0, 0, 0, 0);

  /// More than any crawl reaches; sums of very many such numbers do not overflow.
  private static final long MOST = 1L << 50;

  /// Caps the numbers, since hosts may report impossible ones.
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
