package dev.sojourn.lab.result;

/// The version of a crawler of others.
///
/// @param name as the experiment names it
/// @param version what its program says of itself, in one line; empty if the experiment does not
///   say how to ask, or there was no answer
public record CrawlerVersion(String name, String version) {}
