package dev.sojourn.lab.experiment;

/// A site with the program that serves it.
///
/// @param description its pages
/// @param server the program
/// @param hasHosts whether the hosts of a mobile crawl serve it, and its robots.txt names them
/// @param hasGzip whether the program compresses text for clients that accept gzip
public record ServedSite(
    SiteDescription description, ServerProgram server, boolean hasHosts, boolean hasGzip) {}
