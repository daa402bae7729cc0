package dev.sojourn.crawl.local.report;

import java.util.List;

/// The summary of a crawl. `crawl --json` prints the components below by their names.
///
/// @param complete whether every territory is complete or untouched, no page failed, and no agent
///   is missing from a combination
/// @param interrupted whether the crawl was stopped and can be resumed
/// @param pages pages read by the visits that count. A visit does not count once its work was
///   repeated. Missing and refused pages are not counted
/// @param findings findings of those visits, without duplicates
/// @param territories all territories of all sites
/// @param wireBytesMobile bytes to and from hosts, with all overhead of ATP
/// @param wireBytesClassic bytes of the visits at home in both directions, with all overhead of
///   HTTP; robots.txt is not counted, since both ways read it
/// @param classicBytesAvoided gzipped size of the page bodies that were read at hosts, in bytes, as
///   counted there; a classic crawl would have transferred them
/// @param seconds wall-clock time of all runs of the crawl together; a killed run counts until its
///   last stored event
/// @param sites all sites
/// @param urls the requested pages, by outcome; all zero if an interruption left no time to write
///   the crawl log
/// @param recrawl the pages of a recrawl by their change; all zero in a first crawl
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
