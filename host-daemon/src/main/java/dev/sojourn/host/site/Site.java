package dev.sojourn.host.site;

import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.visit.content.ContentSource;
import dev.sojourn.visit.content.FolderIndex;
import java.util.Optional;
import java.util.function.Supplier;

/// A site that agents may visit.
///
/// @param origin scheme, host and non-default port in lower case
/// @param source its pages
/// @param robots its rules as they are now
/// @param folder the files of its folder; empty where its pages are none
public record Site(
    String origin,
    ContentSource source,
    Supplier<RobotsTxt> robots,
    Optional<FolderIndex> folder) {}
