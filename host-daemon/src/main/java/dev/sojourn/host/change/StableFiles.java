package dev.sojourn.host.change;

import dev.sojourn.visit.warc.FileStamp;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The files of a site as they were seen, look after look, and since when each is as it is. A file
/// that is being written changes from look to look; one that is replaced may be away for a moment.
///
/// For one thread. Holds the files of the last look, and those that went a short time before.
final class StableFiles {
  private final Map<Path, Seen> seen = new HashMap<>();
  private final Duration settling;
  private long now;

  /// A file as it was seen.
  ///
  /// @param stamp empty if it was not there
  /// @param since when it was first seen so
  private record Seen(Optional<FileStamp> stamp, long since) {}

  /// @param settling a file that stays the same for so long is taken as it is
  StableFiles(Duration settling) {
    this.settling = settling;
  }

  /// Takes a look.
  ///
  /// @param files that are there
  /// @param nanos of a clock that is never set
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

  /// {@return whether a file has been as it is for long enough, there or not}
  boolean isSettled(Path path) {
    return isUnchangedFor(path, settling);
  }

  /// {@return whether a file was the same in all looks of a time}
  boolean isUnchangedFor(Path path, Duration time) {
    var last = seen.get(path);
    return last == null || now - last.since() >= time.toNanos();
  }

  /// {@return whether all files have been as they are for long enough}
  boolean isQuiet() {
    return seen.keySet().stream().allMatch(this::isSettled);
  }
}
