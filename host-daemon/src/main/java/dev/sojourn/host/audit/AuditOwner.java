package dev.sojourn.host.audit;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/// The beginning of a line of the audit log as its chain wrote it. The rest is not read, because a
/// full log is searched line by line.
///
/// @param number of the line
/// @param before digest of the line before
/// @param event its word
/// @param owner who caused the line: a signer by the operator's name, or [#REFUSED]; empty for
///   lines of the daemon and of its operator, which stay
record AuditOwner(long number, String before, String event, Optional<String> owner) {
  /// All refused senders share one place: a refused sender need not be known.
  static final String REFUSED = "refused";

  private static final int MAX_HEAD_CHARS = 1_000;
  private static final Pattern HEAD =
      Pattern.compile(
          "\\{\"n\":([0-9]{1,18}),\"before\":\"([0-9a-f]{64})\",\"at\":\"[^\"]{1,40}\",\"event\":\"([a-z]{1,40})\""
              + "(?:,\"signer\":\"((?:[^\"\\\\]|\\\\.)*+)\")?");

  /// {@return the beginning; empty if no chain writes such a line}
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
                          // A name in UTF-8: any reading of it serves, if it is always the same.
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
