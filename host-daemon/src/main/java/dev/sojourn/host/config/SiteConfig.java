package dev.sojourn.host.config;

import dev.sojourn.visit.content.FileRules;
import dev.sojourn.visit.content.ResponseFields;
import java.time.Duration;

/// A site that agents may visit.
///
/// @param origin `site.origin`: scheme, host and port as crawlers know the site
/// @param source the place of its pages
/// @param maxFileBytes `site.max-file`: larger files are not given; 1 B to 64 MiB. Default 16 MiB
/// @param files `site.exclude` and `site.include`: patterns of files to withhold besides a folder's
///   usual ones, and of files to give all the same. Default none
/// @param fields `site.fields`: what the web server sends with pages, by path. Default none
/// @param robotsTime `site.robots-time`: after which robots.txt is read again if it is no file of a
///   folder; 1 s to 1 d. Default 1 min
public record SiteConfig(
    String origin,
    SiteSource source,
    int maxFileBytes,
    FileRules files,
    ResponseFields fields,
    Duration robotsTime) {}
