package dev.sojourn.lab.result;

/// The figures of a crawl, as the dispatcher reports them in `crawl --json`.
///
/// @param seconds wall-clock time without the start of the program. If a dispatcher was killed, it
///   is the time from the start of the first to the end of the last.
/// @param pages URLs that were answered with status 200 and HTML
/// @param findings findings that came home
/// @param wireBytesMobile bytes to and from hosts
/// @param wireBytesClassic bytes to and from the web server, without robots.txt
/// @param classicBytesAvoided gzip size of the pages that were read at hosts
public record CrawlResult(
    double seconds,
    long pages,
    long findings,
    long wireBytesMobile,
    long wireBytesClassic,
    long classicBytesAvoided) {
  /// The figures of a crawl that reported nothing.
  public static final CrawlResult NONE = new CrawlResult(0, 0, 0, 0, 0, 0);

  /// {@return the same figures with another number of findings}
  ///
  /// @param other findings that came home
  public CrawlResult withFindings(long other) {
    return new CrawlResult(
        seconds, pages, other, wireBytesMobile, wireBytesClassic, classicBytesAvoided);
  }

  /// {@return the sums of this and another crawl}
  ///
  /// @param other the later crawl
  public CrawlResult plus(CrawlResult other) {
    return new CrawlResult(
        seconds + other.seconds,
        pages + other.pages,
        findings + other.findings,
        wireBytesMobile + other.wireBytesMobile,
        wireBytesClassic + other.wireBytesClassic,
        classicBytesAvoided + other.classicBytesAvoided);
  }
}
