package dev.sojourn.host.change;

import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.site.RecordedPages;
import dev.sojourn.visit.warc.FileStamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The WARC files of a site that the daemon can read and may serve. They are checked every second,
/// and there may be thousands. Therefore their permissions are checked only when files changed.
/// This check is also repeated every minute, because stamps do not show permissions.
///
/// Used by one thread only.
final class ReadableWarcFiles {
  private static final Duration ASK_EVERY = Duration.ofMinutes(1);

  private final String origin;
  private final RateLimitedLog faults;
  private Optional<Answer> last = Optional.empty();

  /// The named files, and those that may be served.
  private record Answer(
      RecordedPages.Warc pages, Map<Path, FileStamp> named, Map<Path, FileStamp> usable, long at) {}

  ReadableWarcFiles(String origin, RateLimitedLog faults) {
    this.origin = origin;
    this.faults = faults;
  }

  /// Checks the files.
  ///
  /// @param now of a monotonic clock, in nanoseconds
  /// @throws IOException if a pattern names no file, or its folder cannot be listed
  Map<Path, FileStamp> look(RecordedPages.Warc pages, long now) throws IOException {
    var named = pages.names().stamps();
    boolean isAsked =
        last.filter(before -> before.pages().equals(pages))
            .filter(before -> before.named().equals(named))
            .filter(before -> now - before.at() < ASK_EVERY.toNanos())
            .isPresent();
    var usable = isAsked ? last.orElseThrow().usable() : usable(pages, named);
    if (!isAsked) {
      last = Optional.of(new Answer(pages, named, usable, now));
    }
    return usable;
  }

  private Map<Path, FileStamp> usable(RecordedPages.Warc pages, Map<Path, FileStamp> named)
      throws IOException {
    var usable = new TreeMap<Path, FileStamp>();
    for (var file : named.entrySet()) {
      if (pages.own().overlapping(file.getKey()).isPresent()) {
        faults.line(
            System.Logger.Level.WARNING,
            "{0} is left out of {1}: it leads to files of the daemon",
            file.getKey(),
            origin);
      } else if (Files.isReadable(file.getKey())) {
        usable.put(file.getKey(), file.getValue());
      }
    }
    return usable;
  }
}
