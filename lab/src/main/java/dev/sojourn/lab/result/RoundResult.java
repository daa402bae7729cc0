package dev.sojourn.lab.result;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;

/// One crawl of a run that makes several crawls, one after the other, with the same servers.
///
/// @param wallSeconds time from the start of the crawling process to its end
/// @param pages pages that were read; 0 for another crawler, which does not report pages
/// @param hostMemoryBytes resident memory of all hosts when they are idle again; 0 if not measured
/// @param bytes over all links, in both directions
/// @param requests that the web servers answered
/// @param changes of the sites since the previous crawl
public record RoundResult(
    double wallSeconds,
    long pages,
    long hostMemoryBytes,
    long bytes,
    long requests,
    @JsonSetter(nulls = Nulls.AS_EMPTY) ChangeCounts changes) {}
