package dev.sojourn.lab.result;

/// A program that was ended in the course of a run.
///
/// @param kill the program, as `dispatcher` or `host 1`
/// @param atSeconds when it was ended, after the begin of its crawl
/// @param backSeconds when it was started again, after the begin of its crawl
public record FaultResult(String kill, double atSeconds, double backSeconds) {}
