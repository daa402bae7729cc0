package dev.sojourn.host.audit;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/// The beginning of a line of the audit log, in the form that the chain writes. The rest is not
/// parsed, because thinning scans a full log line by line.
///
/// @param number of the line
/// @param before digest of the line before
/// @param event the word for the event
/// @param owner the cause of the line: the operator's name of a signer, or [#REFUSED]; empty for
///   lines of the daemon and its operator, which stay
record AuditOwner(long number, String before, String event, Optional<String> owner) {
  /// All refused senders share one owner, because a refused sender may be unknown.
  static final String REFUSED = "refused";

  private static final int MAX_HEAD_CHARS = 1_000;
  private static final Pattern HEAD =
      Pattern.compile(
          "\\{\"n\":([0-9]{1,18}),\"before\":\"([0-9a-f]{64})\",\"at\":\"[^\"]{1,40}\",\"event\":\"([a-z]{1,40})\""
              + "(?:,\"signer\":\"((?:[^\"\\\\]|\\\\.)*+)\")?");

  /// {@return the beginning; empty if the line has another form}
  static Optional<AuditOwner> of(byte[] line) {
    int chars = Math.min(line.length, MAX_HEAD_CHARS);
    var head = HEAD.matcher(new String(line, 0, chars, StandardCharsets.ISO_8859_1));
    if (!head.lookingAt()) {
      return Optional.empty();
    }
    var signer = Optional.ofNullable(head.group(4));
    return AuditEvent.of(head.group(3))
        .map(
            event ->
                new AuditOwner(
                    Long.parseLong(head.group(1)),
                    head.group(2),
                    event.word(),
                    switch (event) {
                      case ARRIVED, PAGES, ENDED, LEFT, DISPOSED ->
                          // The name is UTF-8 read as ISO 8859-1, which is good enough for
                          // comparison.
                          signer;
                      case REFUSED -> Optional.of(REFUSED);
                      case STARTED,
                          STOPPED,
                          REPAIRED,
                          REMOVED,
                          THINNED,
                          LOST,
                          CHECKPOINT,
                          REFUSALS,
                          ANSWERS,
                          RELEASED,
                          DROPPED ->
                          Optional.empty();
                    }));
  }
}
