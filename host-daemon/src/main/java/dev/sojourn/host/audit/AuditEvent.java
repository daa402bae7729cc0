package dev.sojourn.host.audit;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The events of the audit log; each line has one.
public enum AuditEvent {
  /// The daemon started.
  STARTED,
  /// The daemon ends.
  STOPPED,
  /// The last line was torn when the daemon was killed; its octets were taken away.
  REPAIRED,
  /// Old segments are removed, since the log is bounded.
  REMOVED,
  /// Lines of a signer who had more than a share of the log were taken out of a segment.
  THINNED,
  /// Events were lost, since the disk was full for too long; nothing left meanwhile.
  LOST,
  /// The key of the host signs all lines so far.
  CHECKPOINT,
  /// An agent was taken in.
  ARRIVED,
  /// A request was refused.
  REFUSED,
  /// The refusals that have no line of their own, as counts.
  REFUSALS,
  /// An agent asked for pages.
  PAGES,
  /// A visit ended.
  ENDED,
  /// Bytes are about to leave.
  LEFT,
  /// The answers that say only how visits stand, as counts.
  ANSWERS,
  /// An owner gave an agent up.
  DISPOSED,
  /// The operator let leave what a visit found.
  RELEASED,
  /// The operator dropped what a visit found.
  DROPPED;

  /// {@return the word in the log}
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// {@return the event of a word; empty if there is none}
  ///
  /// @param word as in the log
  public static Optional<AuditEvent> of(String word) {
    return Arrays.stream(values()).filter(event -> event.word().equals(word)).findFirst();
  }

  /// {@return all words}
  public static List<String> words() {
    return Arrays.stream(values()).map(AuditEvent::word).toList();
  }
}
