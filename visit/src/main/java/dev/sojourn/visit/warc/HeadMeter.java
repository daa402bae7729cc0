package dev.sojourn.visit.warc;

import java.io.IOException;

/// The limit of the bytes that are read for the head of one record. They are counted after
/// unpacking, before they are kept. Confined to one thread.
final class HeadMeter {
  /// Honest heads have some hundred bytes, and a URL of some thousand.
  static final int MAX_HEAD_BYTES = 64 * 1024;

  /// The part of a body that may be read along.
  private static final int BUFFER_BYTES = 8 * 1024;

  private long left = Long.MAX_VALUE;

  /// Counts from now on.
  void begin() {
    left = MAX_HEAD_BYTES + BUFFER_BYTES;
  }

  /// Counts no more.
  void end() {
    left = Long.MAX_VALUE;
  }

  /// Takes note of bytes.
  ///
  /// @param bytes how many; at the end less than 0
  /// @return the same
  /// @throws IOException if they are too many
  int take(int bytes) throws IOException {
    left -= Math.max(0, bytes);
    if (left < 0) {
      throw new IOException("its head has more than %,d bytes".formatted(MAX_HEAD_BYTES));
    }
    return bytes;
  }
}
