package dev.sojourn.samples.duplicates;

/// A page with its signature.
///
/// @param url of the page
/// @param signature of its text, eight hexadecimal digits for each value
public record SignedPage(String url, String signature) {}
