package dev.sojourn.host.audit;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The events of the audit log; each line has one.
public enum AuditEvent {
  /// The daemon started.
  STARTED,
  /// The daemon stopped properly.
  STOPPED,
  /// The last line was torn when the daemon was killed; its octets were removed.
  REPAIRED,
  /// Old segments are deleted, because the log has a size limit.
  REMOVED,
  /// Lines of a signer who exceeded a share of the log were removed from a segment.
  THINNED,
  /// Events were lost, because the disk was full for too long; no data left meanwhile.
  LOST,
  /// The key of the host signs all lines so far.
  CHECKPOINT,
  /// An agent was admitted.
  ARRIVED,
  /// A request was refused.
  REFUSED,
  /// Counts of refusals without individual lines.
  REFUSALS,
  /// An agent asked for pages.
  PAGES,
  /// A visit ended.
  ENDED,
  /// Bytes are about to leave.
  LEFT,
  /// Counts of answers without data from pages.
  ANSWERS,
  /// An owner disposed of an agent.
  DISPOSED,
  /// The operator released the findings of a visit.
  RELEASED,
  /// The operator dropped the findings of a visit.
  DROPPED;

  /// {@return the word in the log}
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// {@return the event with a word; empty if unknown}
  ///
  /// @param word the word in the log
  public static Optional<AuditEvent> of(String word) {
    return Arrays.stream(values()).filter(event -> event.word().equals(word)).findFirst();
  }

  /// {@return all words}
  public static List<String> words() {
    return Arrays.stream(values()).map(AuditEvent::word).toList();
  }
}
