package dev.sojourn.crawl.local.report;

import dev.sojourn.crawl.core.Place;

/// The progress of a territory while the crawl is under way.
///
/// @param site the origin
/// @param number of the territory in the site's plan
/// @param path its path prefixes in one line, and which part of a territory it is
/// @param place where its agent is
/// @param state how it stands
/// @param pages pages read so far
/// @param findings findings reported so far
/// @param wireBytes bytes on the wire so far, both ways
/// @param reason why its host was given up, or why it is not complete; empty if neither is so
/// @param unread pages that may well exist and could not be read, as far as they are known in this
///   run
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
