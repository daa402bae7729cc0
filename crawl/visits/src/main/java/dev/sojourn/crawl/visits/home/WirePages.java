package dev.sojourn.crawl.visits.home;

import dev.sojourn.visit.content.ContentSource;
import java.util.function.LongSupplier;

/// The pages of a site for one visit, and what they cost.
///
/// @param source has the pages; may be asked by several threads
/// @param bytes that they took on the wire so far, both ways together
public record WirePages(ContentSource source, LongSupplier bytes) {}
