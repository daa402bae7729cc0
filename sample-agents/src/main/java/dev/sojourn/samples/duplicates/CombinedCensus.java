package dev.sojourn.samples.duplicates;

/// The sums of a census over all territories of a crawl.
///
/// @param territories how many were combined
/// @param pages HTML pages with a text that were read
/// @param groups groups of pages whose texts are nearly the same, those with one page included
/// @param nearDuplicates pages that were reported as [NearDuplicate], here or by a territory
public record CombinedCensus(int territories, long pages, int groups, long nearDuplicates) {}
