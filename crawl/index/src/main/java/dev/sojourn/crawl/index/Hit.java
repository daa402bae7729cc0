package dev.sojourn.crawl.index;

/// A page that matches a query.
///
/// @param rank 1 for the best hit
/// @param url of the page
/// @param title of the page; empty if it has none
/// @param score how well the page matches; comparable only within one result
/// @param isInPart whether the index has only the beginning of its text, so that later words are
///   not found
/// @param excerpt around the matches; empty if the page forbids excerpts
/// @param copies how many other hits are this page in other languages; they have no rank
public record Hit(
    int rank,
    String url,
    String title,
    float score,
    boolean isInPart,
    Excerpt excerpt,
    int copies) {}
