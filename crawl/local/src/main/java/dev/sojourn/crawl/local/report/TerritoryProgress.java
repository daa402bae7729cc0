package dev.sojourn.crawl.local.report;

import dev.sojourn.crawl.core.Place;

/// The progress of a territory while the crawl is under way.
///
/// @param site the origin
/// @param number of the territory in the site's plan
/// @param path its path prefixes in one line, with its place among parts if it is a part
/// @param place of its agent
/// @param state the status of the territory
/// @param pages pages read so far
/// @param findings findings reported so far
/// @param wireBytes bytes on the wire so far, in both directions
/// @param reason why its host was given up or why it is not complete; empty if neither applies
/// @param unread pages that probably exist but could not be read, as far as known in this run
public record TerritoryProgress(
    String site,
    int number,
    String path,
    Place place,
    TerritoryStatus state,
    long pages,
    long findings,
    long wireBytes,
    String reason,
    long unread) {}
