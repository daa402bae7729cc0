package dev.sojourn.host.change;

import dev.sojourn.visit.warc.FileStamp;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The files of a site as seen in successive checks, with the time since each is unchanged. A file
/// changes from check to check while it is written; a replaced file may be missing for a moment.
///
/// Used by one thread only. Has the files of the last check, and recently deleted ones.
final class StableFiles {
  private final Map<Path, Seen> seen = new HashMap<>();
  private final Duration settling;
  private long now;

  /// The seen state of a file.
  ///
  /// @param stamp empty if the file was missing
  /// @param since when this state was first seen
  private record Seen(Optional<FileStamp> stamp, long since) {}

  /// @param settling a file unchanged for this long counts as stable
  StableFiles(Duration settling) {
    this.settling = settling;
  }

  /// Records a check.
  ///
  /// @param files the existing files
  /// @param nanos of a monotonic clock
  void look(Map<Path, FileStamp> files, long nanos) {
    now = nanos;
    files.forEach(
        (path, stamp) ->
            seen.merge(
                path,
                new Seen(Optional.of(stamp), nanos),
                (before, fresh) -> next(before, fresh.stamp())));
    seen.entrySet()
        .removeIf(
            file ->
                !files.containsKey(file.getKey())
                    && file.getValue().stamp().isEmpty()
                    && isSettled(file.getKey()));
    seen.replaceAll(
        (path, before) -> files.containsKey(path) ? before : next(before, Optional.empty()));
  }

  private Seen next(Seen before, Optional<FileStamp> stamp) {
    return before.stamp().equals(stamp) ? before : new Seen(stamp, now);
  }

  /// {@return whether a file, present or missing, is unchanged for long enough}
  boolean isSettled(Path path) {
    return isUnchangedFor(path, settling);
  }

  /// {@return whether a file was unchanged in all checks of a period}
  boolean isUnchangedFor(Path path, Duration time) {
    var last = seen.get(path);
    return last == null || now - last.since() >= time.toNanos();
  }

  /// {@return whether all files are unchanged for long enough}
  boolean isQuiet() {
    return seen.keySet().stream().allMatch(this::isSettled);
  }
}
