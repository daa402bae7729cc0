package dev.sojourn.crawl.local.report;

import java.util.List;

/// The summary of a crawl. Its JSON is that of `crawl --json`: the components below by their names.
///
/// @param complete whether every territory is complete or untouched, no page failed, and no agent
///   is missing from a combination
/// @param interrupted whether the crawl was stopped and can be resumed
/// @param pages pages read by the visits that count: visits whose work had to be done again do not,
///   once it was. A page that was missing or refused is not counted
/// @param findings findings of those visits, each kept once
/// @param territories all territories of all sites
/// @param wireBytesMobile bytes to and from hosts, both ways, with all that ATP adds
/// @param wireBytesClassic bytes of the visits at home, both ways, with all that HTTP adds;
///   robots.txt is read in either case and not counted
/// @param classicBytesAvoided the bytes that the bodies of the pages read at hosts would have cost,
///   as gzip makes them, counted there
/// @param seconds wall-clock time of all runs of the crawl together; for a killed run, until the
///   last event that it kept
/// @param sites all sites
/// @param urls the pages that were asked for, by outcome; all zero if the crawl log could not be
///   written in the time that an interruption leaves
/// @param recrawl the pages of a recrawl by what became of them; all zero in a first crawl
/// @param combination the combination of the agents
/// @param outside the links that lead out of the crawl
public record CrawlSummary(
    boolean complete,
    boolean interrupted,
    long pages,
    long findings,
    List<TerritorySummary> territories,
    long wireBytesMobile,
    long wireBytesClassic,
    long classicBytesAvoided,
    double seconds,
    List<SiteSummary> sites,
    PageCounts urls,
    RecrawlCounts recrawl,
    CombinationSummary combination,
    OutsideSummary outside) {

  /// Copies the lists.
  public CrawlSummary {
    territories = List.copyOf(territories);
    sites = List.copyOf(sites);
  }
}
