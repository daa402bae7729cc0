package dev.sojourn.visit.warc;

import dev.sojourn.visit.content.UrlRules;
import java.nio.file.Path;
import java.util.List;

/// The WARC files of a site, and the limits for reading them.
///
/// @param origin the origin of the site; records of other sites are ignored
/// @param files the files, in any order
/// @param urls the rules for URLs that agents may get
/// @param maxBodyBytes the largest size of a page, in bytes, both encoded and decoded; at least 1
/// @param maxRecords the largest number of indexed records of the site; at least 1
public record WarcSettings(
    String origin, List<Path> files, UrlRules urls, int maxBodyBytes, int maxRecords) {
  /// Copies the list.
  public WarcSettings {
    files = List.copyOf(files);
  }

  /// {@return these settings with other files}
  ///
  /// @param others the other files, in any order
  public WarcSettings withFiles(List<Path> others) {
    return new WarcSettings(origin, others, urls, maxBodyBytes, maxRecords);
  }
}
