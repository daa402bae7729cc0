package dev.sojourn.lab.result;

/// The version of another crawler.
///
/// @param name as the experiment names it
/// @param version that its program states, in one line; empty if the experiment does not say how to
///   ask, or there was no answer
public record CrawlerVersion(String name, String version) {}
