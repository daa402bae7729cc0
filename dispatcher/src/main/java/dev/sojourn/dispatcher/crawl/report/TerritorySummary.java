package dev.sojourn.dispatcher.crawl.report;

/// What came of a territory.
///
/// @param site the origin
/// @param path its path prefixes in one line
/// @param route host URL, `none`, `unspecified` or `indeterminate`
/// @param line the number of the robots.txt line that decided, 0 if none did
/// @param crawled `mobile` if its agent made its visits at a host, `classic` if at home. A
///   territory whose host was given up is `classic`, also where the host had delivered a part
///   before
/// @param state `complete`, `untouched` (nothing ever referred to a page of it, so no agent was
///   sent), `in part`, `failed`, or, of an interrupted crawl, what it was doing
/// @param reason why its host was given up, or why it is not complete; empty where neither is so
/// @param pages pages read by the visits that count
/// @param findings findings that count
/// @param wireBytes bytes on the wire, both ways, of all its visits, also of those that were lost
/// @param classicBytes what the bodies of its pages cost, or would have cost, a classic crawler: as
///   gzip makes them, counted where they were read
public record TerritorySummary(
    String site,
    String path,
    String route,
    int line,
    String crawled,
    String state,
    String reason,
    long pages,
    long findings,
    long wireBytes,
    long classicBytes) {}
