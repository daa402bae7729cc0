package dev.sojourn.samples.duplicates;

/// The totals of a census over all territories of a crawl.
///
/// @param territories how many territories were combined
/// @param pages HTML pages with text that were read
/// @param groups groups of pages whose texts are nearly the same, including groups of one page
/// @param nearDuplicates pages that were reported as [NearDuplicate], in a territory or at home
public record CombinedCensus(int territories, long pages, int groups, long nearDuplicates) {}
