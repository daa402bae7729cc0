package dev.sojourn.samples.links;

/// One link that leads to no page.
///
/// @param url the page that is missing
/// @param status the HTTP status, as 404; 0 if no answer came
/// @param reason one sentence
/// @param foundOn the page with the link
/// @param text the text of the link
public record BrokenLink(String url, int status, String reason, String foundOn, String text) {}
