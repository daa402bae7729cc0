package dev.sojourn.lab.result;

/// The version of another crawler.
///
/// @param name as in the experiment file
/// @param version the program's answer, on one line; empty if the experiment does not say how to
///   ask, or there was no answer
public record CrawlerVersion(String name, String version) {}
