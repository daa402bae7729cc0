package dev.sojourn.host.audit;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// The line that replaces lines removed from a segment. The chain continues after it as after the
/// last of these lines. It proves nothing alone: a `thinned` line, signed by the host's key, has
/// the digest of all omissions of a segment.
///
/// @param first number of the first omitted line
/// @param through number of the last omitted line
/// @param last digest of the last omitted line, in hexadecimal
record AuditOmission(long first, long through, String last) {
  private static final Pattern LINE =
      Pattern.compile(
          "\\{\"n\":([0-9]{1,18}),\"event\":\"omitted\",\"through\":([0-9]{1,18}),\"last\":\"([0-9a-f]{64})\"}");

  /// The longest omission, in bytes.
  private static final int MAX_BYTES = 200;

  /// {@return the omission in a line; empty for any other line}
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

  /// {@return one omission for this one and the next, which must follow directly}
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
