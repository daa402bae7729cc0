package dev.sojourn.samples.search;

/// One of the best pages for a query.
///
/// @param rank 1 for the best
/// @param score by BM25, over the pages that the agent read
/// @param url of the page
/// @param title of the page
/// @param excerpt the part of its text with the most words of the query; empty text if the page
///   forbids excerpts
public record RankedPage(int rank, double score, String url, String title, String excerpt) {}
