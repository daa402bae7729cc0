package dev.sojourn.crawl.local.store;

import dev.sojourn.crawl.core.CrawlTerms;

/// A site of the crawl.
///
/// @param number from 0
/// @param terms the terms of its crawl
public record StoredSite(int number, CrawlTerms terms) {}
