package dev.sojourn.host.config;

import dev.sojourn.visit.content.FileRules;
import java.nio.file.Path;
import java.util.List;

/// A site that agents may visit.
///
/// @param origin `site.origin`: scheme, host and port as crawlers know the site
/// @param root `site.root`: its folder; relative to the file
/// @param indexFiles `site.index`: names looked for in a directory, in order. Default `index.html`,
///   `index.htm`
/// @param maxFileBytes `site.max-file`: larger files are not given; 1 B to 64 MiB. Default 16 MiB
/// @param files `site.exclude` and `site.include`: patterns of files that are not given, besides
///   the usual ones, and of those that are given all the same. Default none
public record SiteConfig(
    String origin, Path root, List<String> indexFiles, int maxFileBytes, FileRules files) {
  /// Copies the list.
  public SiteConfig {
    indexFiles = List.copyOf(indexFiles);
  }
}
