package dev.sojourn.host.audit;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;

/// The counts of events that others can cause as often as they like. Such events have no line of
/// their own, so nobody can push the other lines out of the log. For one thread at a time.
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
  /// @param linesAtFirst events of a minute that have a line of their own
  AuditSums(AuditEvent event, int linesAtFirst) {
    this.event = event;
    this.linesAtFirst = linesAtFirst;
  }

  /// Counts an event, unless it may have a line of its own.
  ///
  /// @return whether it may
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

  /// The line with the counts of a minute that is over; empty if there is none.
  ///
  /// @param isLast whether the minute counts as over in any case
  Optional<AuditEntry> ended(Instant now, boolean isLast) {
    // A clock that was set back ends the minute, too.
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
