package dev.sojourn.host.audit;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;

/// Counts events that others can cause at any rate. Most such events have no individual lines, so
/// they cannot push other lines out of the log. Not thread-safe.
final class AuditSums {
  private static final Duration EVERY = Duration.ofMinutes(1);
  private static final int MAX_WORDS = 64;

  private final AuditEvent event;
  private final int linesAtFirst;
  private final TreeMap<String, Long> counts = new TreeMap<>();
  private Optional<Instant> from = Optional.empty();
  private int lines;
  private long bytes;

  /// @param event of the line with the counts
  /// @param linesAtFirst number of events per minute that get an individual line
  AuditSums(AuditEvent event, int linesAtFirst) {
    this.event = event;
    this.linesAtFirst = linesAtFirst;
  }

  /// Counts an event, unless it may have an individual line.
  ///
  /// @return whether it may have an individual line
  boolean mayHaveLine(String word, long octets, Instant now) {
    if (from.isEmpty()) {
      from = Optional.of(now);
    }
    if (lines < linesAtFirst) {
      lines++;
      return true;
    }
    var counted = counts.size() < MAX_WORDS || counts.containsKey(word) ? word : "other";
    var _ = counts.merge(counted, 1L, Long::sum);
    bytes += octets;
    return false;
  }

  /// The line with the counts of a past minute; empty if nothing was counted.
  ///
  /// @param isLast whether the present minute also counts as past
  Optional<AuditEntry> ended(Instant now, boolean isLast) {
    // A clock that was set back also ends the minute.
    if (from.isEmpty()
        || (!isLast && !now.isBefore(from.get()) && now.isBefore(from.get().plus(EVERY)))) {
      return Optional.empty();
    }
    var since = from.get();
    var sums = new TreeMap<>(counts);
    long octets = bytes;
    from = Optional.empty();
    lines = 0;
    bytes = 0;
    counts.clear();
    return sums.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new AuditEntry(
                event,
                line -> {
                  line.put("since", since);
                  line.putObject("counts", object -> sums.forEach(object::put));
                  line.put("bytes", octets);
                }));
  }
}
