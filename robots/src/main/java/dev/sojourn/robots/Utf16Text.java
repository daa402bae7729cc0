package dev.sojourn.robots;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Reads a robots.txt in UTF-16, as some editors save it. RFC 9309, 2.2 requires UTF-8, but a
/// Disallow in UTF-16 is meant seriously, and the byte order mark identifies the encoding.
final class Utf16Text {
  private static final int MARK_BYTES = 2;

  private Utf16Text() {}

  /// {@return the octets in UTF-8 without the mark; empty without a byte order mark of UTF-16}
  ///
  /// @param body as it was received
  /// @param length how many of its octets are read
  static Optional<byte[]> toUtf8(byte[] body, int length) {
    if (length < MARK_BYTES) {
      return Optional.empty();
    }
    return charset(body[0] & 0xff, body[1] & 0xff)
        .map(charset -> new String(body, MARK_BYTES, length - MARK_BYTES, charset))
        .map(text -> text.getBytes(StandardCharsets.UTF_8));
  }

  private static Optional<Charset> charset(int first, int second) {
    if (first == 0xfe && second == 0xff) {
      return Optional.of(StandardCharsets.UTF_16BE);
    }
    return first == 0xff && second == 0xfe
        ? Optional.of(StandardCharsets.UTF_16LE)
        : Optional.empty();
  }
}
