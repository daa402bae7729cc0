package dev.sojourn.host.config;

import dev.sojourn.visit.content.FileRules;
import dev.sojourn.visit.content.ResponseFields;
import java.time.Duration;

/// A site that agents may visit.
///
/// @param origin `site.origin`: the scheme, host and port of the site's public URLs
/// @param source the place of its pages
/// @param maxFileBytes `site.max-file`: the largest size of a file for agents; 1 B to 64 MiB.
///   Default 16 MiB
/// @param files `site.exclude` and `site.include`: patterns of further files to withhold, besides
///   the usual ones of a folder, and of files to include anyway. Default none
/// @param fields `site.fields`: the header fields that the web server sends with pages, by path.
///   Default none
/// @param robotsTime `site.robots-time`: the time after which a robots.txt that is not in a folder
///   is read again; 1 s to 1 d. Default 1 min
public record SiteConfig(
    String origin,
    SiteSource source,
    int maxFileBytes,
    FileRules files,
    ResponseFields fields,
    Duration robotsTime) {}
