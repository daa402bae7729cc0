package dev.sojourn.lab.result;

/// One crawl of a run that makes several, one after the other, with the same servers.
///
/// @param wallSeconds time from the start of the crawling process to its end
/// @param pages pages that were read; 0 of a crawler of others, which does not tell
/// @param hostMemoryBytes resident memory of all hosts, once they were idle again
public record RoundResult(double wallSeconds, long pages, long hostMemoryBytes) {}
