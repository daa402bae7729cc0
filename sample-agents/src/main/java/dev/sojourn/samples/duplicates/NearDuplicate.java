package dev.sojourn.samples.duplicates;

/// A page whose text is nearly the text of an earlier page.
///
/// @param url of the page
/// @param of the earlier page, the first of its group
/// @param similarity the estimated fraction of shared shingles, 0 to 1
public record NearDuplicate(String url, String of, double similarity) {}
