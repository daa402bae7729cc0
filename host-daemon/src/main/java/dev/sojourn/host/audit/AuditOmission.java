package dev.sojourn.host.audit;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// The line that stands for lines which were taken out of a segment. The chain goes on behind it as
/// behind the last of them. It proves nothing by itself: a `thinned` line, which the host's key
/// signs, has the digest of all omissions of a segment.
///
/// @param first the number of the first line that is not there
/// @param through the number of the last one
/// @param last the digest of that one, in hexadecimal
record AuditOmission(long first, long through, String last) {
  private static final Pattern LINE =
      Pattern.compile(
          "\\{\"n\":([0-9]{1,18}),\"event\":\"omitted\",\"through\":([0-9]{1,18}),\"last\":\"([0-9a-f]{64})\"}");

  /// The longest line, in bytes.
  private static final int MAX_BYTES = 200;

  /// {@return the omission that a line is; empty if it is another line}
  static Optional<AuditOmission> read(byte[] octets) {
    if (octets.length > MAX_BYTES) {
      return Optional.empty();
    }
    var line = LINE.matcher(new String(octets, StandardCharsets.ISO_8859_1));
    return line.matches()
        ? Optional.of(
            new AuditOmission(
                Long.parseLong(line.group(1)), Long.parseLong(line.group(2)), line.group(3)))
        : Optional.empty();
  }

  /// {@return this one and the next, which follows it at once}
  AuditOmission with(AuditOmission next) {
    return new AuditOmission(first, next.through, next.last);
  }

  /// {@return the line, without its line feed}
  byte[] octets() {
    return String.format(
            Locale.ROOT,
            "{\"n\":%d,\"event\":\"omitted\",\"through\":%d,\"last\":\"%s\"}",
            first,
            through,
            last)
        .getBytes(StandardCharsets.US_ASCII);
  }
}
