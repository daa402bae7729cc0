package dev.sojourn.samples.fragments;

/// A link to a place that its page does not have.
///
/// @param url the page that lacks the place
/// @param fragment the place, decoded
/// @param foundOn the first page with such a link
/// @param text the beginning of the text of the link
public record BrokenFragment(String url, String fragment, String foundOn, String text) {}
