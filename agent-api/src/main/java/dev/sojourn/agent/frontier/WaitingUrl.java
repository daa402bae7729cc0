package dev.sojourn.agent.frontier;

/// A URL that waits in a queue.
///
/// @param url normalised
/// @param foundOn the page that links to it; empty if none is known
/// @param depth how many links lead to it from a URL that was added without a page
public record WaitingUrl(String url, String foundOn, int depth) {}
