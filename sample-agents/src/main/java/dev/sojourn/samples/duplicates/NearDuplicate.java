package dev.sojourn.samples.duplicates;

/// A page whose text is nearly that of an earlier one.
///
/// @param url of the page
/// @param of the earlier page, the first of its group
/// @param similarity the estimated part of their shingles that they share, 0 to 1
public record NearDuplicate(String url, String of, double similarity) {}
