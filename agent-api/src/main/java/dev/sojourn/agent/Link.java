package dev.sojourn.agent;

/// A link found on a page.
///
/// @param url absolute and normalised, without a fragment
/// @param text the anchor's text, white space folded; may be empty
/// @param nofollow whether the link itself has `rel=nofollow`
public record Link(String url, String text, boolean nofollow) {}
