package dev.sojourn.samples.duplicates;

/// The totals of a census.
///
/// @param pages HTML pages with text that were read
/// @param groups groups of pages whose texts are nearly the same, including groups of one page
/// @param nearDuplicates pages that were reported as [NearDuplicate]
public record DuplicateCensus(long pages, int groups, long nearDuplicates) {}
