package dev.sojourn.samples.links;

/// A link to a missing page.
///
/// @param url the missing page
/// @param status the HTTP status, such as 404; 0 if no answer came
/// @param reason one sentence
/// @param foundOn the page with the link
/// @param text the text of the link
public record BrokenLink(String url, int status, String reason, String foundOn, String text) {}
