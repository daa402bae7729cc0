package dev.sojourn.lab.result;

/// A program that was killed during a run.
///
/// @param kill the program, for example `dispatcher` or `host 1`
/// @param atSeconds time of the kill, from the start of the crawl
/// @param backSeconds time of the restart, from the start of the crawl
public record FaultResult(String kill, double atSeconds, double backSeconds) {}
