package dev.sojourn.crawl.index;

/// A page that matches a query.
///
/// @param rank 1 for the best
/// @param url the page
/// @param title its title; empty if it has none
/// @param score how well it matches; comparable only within one result
/// @param isInPart whether only the beginning of its text is in the index, so that words behind
///   that are not found
/// @param excerpt where it matches; empty if the page asks that no excerpt be shown
/// @param copies how many further hits are this page in other languages; they have no rank
public record Hit(
    int rank,
    String url,
    String title,
    float score,
    boolean isInPart,
    Excerpt excerpt,
    int copies) {}
