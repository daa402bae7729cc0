package dev.sojourn.host.audit;

import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import java.time.Instant;

/// A line of the audit log that was read.
///
/// @param number within the log, starting at 1
/// @param before SHA-256 of the line before, without its line feed; zeros for the first line
/// @param at time on the host's clock
/// @param event the word for its event
/// @param json its members
/// @param digest SHA-256 of this line, without its line feed
public record AuditLine(
    long number, String before, Instant at, String event, JsonMembers json, Digest digest) {
  /// The longest line, in bytes; this program never writes a longer one.
  public static final int MAX_BYTES = 256 << 10;

  private static final int MAX_WORD_CHARS = 40;

  /// {@return the line}
  ///
  /// @param octets of the line without its line feed
  /// @throws JsonException if the octets are not a line of an audit log
  public static AuditLine read(byte[] octets) throws JsonException {
    var json = JsonMembers.parse(octets);
    return new AuditLine(
        json.number("n", 1, Long.MAX_VALUE),
        json.digest("before"),
        json.instant("at"),
        json.text("event", MAX_WORD_CHARS),
        json,
        Digest.of(octets));
  }
}
