package dev.sojourn.host.site;

import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.visit.content.ContentSource;
import java.util.Optional;
import java.util.function.Supplier;

/// A site that agents may visit.
///
/// @param origin scheme, host and non-default port in lower case
/// @param source its pages
/// @param robots its current rules
/// @param pages its pages as a watch lists them
/// @param mark names its configuration: under the same mark a URL leads to the same page, or to a
///   later version of it
public record Site(
    String origin,
    ContentSource source,
    Supplier<RobotsTxt> robots,
    RecordedPages pages,
    String mark) {

  /// {@return why no page of the site can be read now, as one clause; empty if its folder, files or
  /// address exist}
  public Optional<String> absence() {
    return switch (pages) {
      case RecordedPages.Folder(var index) -> index.absence();
      case RecordedPages.Warc(var files, _, _) ->
          files.isAway() ? Optional.of("none of its WARC files is there") : Optional.empty();
      case RecordedPages.Origin(var source, _) -> source.absence();
    };
  }
}
