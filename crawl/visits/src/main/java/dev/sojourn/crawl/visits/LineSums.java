package dev.sojourn.crawl.visits;

/// The sums of a parcel's lines.
///
/// @param all how many there are
/// @param findings how many of them are findings
/// @param longestFindingChars the length of the longest finding
/// @param referralChars the length of all referrals together
public record LineSums(int all, int findings, int longestFindingChars, long referralChars) {}
