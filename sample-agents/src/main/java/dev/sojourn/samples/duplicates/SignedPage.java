package dev.sojourn.samples.duplicates;

/// A page with the signature of its text.
///
/// @param url of the page
/// @param signature eight hexadecimal digits for each value
public record SignedPage(String url, String signature) {}
