package dev.sojourn.host.site;

import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.visit.content.ContentSource;
import java.util.function.Supplier;

/// A site that agents may visit.
///
/// @param origin scheme, host and non-default port in lower case
/// @param source its pages
/// @param robots its rules as they are now
/// @param pages as a watch lists them
public record Site(
    String origin, ContentSource source, Supplier<RobotsTxt> robots, RecordedPages pages) {}
