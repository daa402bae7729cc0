package dev.sojourn.samples.search;

/// One of the pages that answer a query best.
///
/// @param rank 1 for the best
/// @param score by BM25, over the pages that the agent read
/// @param url of the page
/// @param title of the page
/// @param excerpt the part of its text with most of the words; empty if the page asks for none
public record RankedPage(int rank, double score, String url, String title, String excerpt) {}
