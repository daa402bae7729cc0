package dev.sojourn.visit.warc;

import dev.sojourn.visit.content.UrlRules;
import java.nio.file.Path;
import java.util.List;

/// The WARC files of a site, and how they are read.
///
/// @param origin of the site; records of other sites are left out
/// @param files in any order
/// @param urls the URLs that agents are given
/// @param maxBodyBytes larger pages are not given, in bytes as sent and as decoded; at least 1
/// @param maxRecords records of the site that are indexed at most; at least 1
public record WarcSettings(
    String origin, List<Path> files, UrlRules urls, int maxBodyBytes, int maxRecords) {
  /// Copies the list.
  public WarcSettings {
    files = List.copyOf(files);
  }

  /// {@return the same for other files}
  ///
  /// @param others in any order
  public WarcSettings withFiles(List<Path> others) {
    return new WarcSettings(origin, others, urls, maxBodyBytes, maxRecords);
  }
}
