package dev.sojourn.host.page;

/// The figures of one site in the page store.
///
/// @param origin of the site
/// @param views that are kept
/// @param bytes of these views
/// @param hits views that were found since the daemon started
/// @param misses views that were not found since the daemon started
public record SitePageCounts(String origin, long views, long bytes, long hits, long misses) {}
