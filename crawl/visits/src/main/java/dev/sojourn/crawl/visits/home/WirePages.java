package dev.sojourn.crawl.visits.home;

import dev.sojourn.visit.content.ContentSource;
import java.util.function.LongSupplier;

/// The pages of a site for one visit, and their bytes on the wire.
///
/// @param source of the pages; several threads may call it
/// @param bytes on the wire so far, both directions together
public record WirePages(ContentSource source, LongSupplier bytes) {}
