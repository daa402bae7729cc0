package dev.sojourn.lab.experiment;

/// A site with the program that serves it.
///
/// @param description its pages
/// @param server the program
public record ServedSite(SiteDescription description, ServerProgram server) {}
