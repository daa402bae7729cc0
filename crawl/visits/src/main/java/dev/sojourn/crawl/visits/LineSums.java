package dev.sojourn.crawl.visits;

/// The totals of a parcel's lines.
///
/// @param all the number of lines
/// @param findings the number of findings among them
/// @param longestFindingBytes the size of the longest finding
/// @param referralChars the length of all referrals together
public record LineSums(int all, int findings, int longestFindingBytes, long referralChars) {}
