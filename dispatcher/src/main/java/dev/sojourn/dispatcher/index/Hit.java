package dev.sojourn.dispatcher.index;

/// A page that matches a query.
///
/// @param rank 1 for the best
/// @param url the page
/// @param title its title; empty if it has none
/// @param score how well it matches; comparable only within one result
/// @param excerpt where it matches; empty if the page asks that no excerpt be shown
public record Hit(int rank, String url, String title, float score, Excerpt excerpt) {}
