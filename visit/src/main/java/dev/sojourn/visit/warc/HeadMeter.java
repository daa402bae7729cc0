package dev.sojourn.visit.warc;

import java.io.IOException;

/// Limits the bytes that are read for the head of one record. Bytes are counted after decompression
/// and before they are stored. Confined to one thread.
final class HeadMeter {
  /// The largest head, in bytes. Normal heads have some hundred bytes, plus a URL of up to some
  /// thousand.
  static final int MAX_HEAD_BYTES = 64 * 1024;

  /// The part of a body that may be read together with the head.
  private static final int BUFFER_BYTES = 8 * 1024;

  private long left = Long.MAX_VALUE;

  /// Starts counting.
  void begin() {
    left = MAX_HEAD_BYTES + BUFFER_BYTES;
  }

  /// Stops counting.
  void end() {
    left = Long.MAX_VALUE;
  }

  /// Counts bytes.
  ///
  /// @param bytes the number of bytes; negative at the end of the file
  /// @return the same number
  /// @throws IOException if there are too many bytes
  int take(int bytes) throws IOException {
    left -= Math.max(0, bytes);
    if (left < 0) {
      throw new IOException("its head has more than %,d bytes".formatted(MAX_HEAD_BYTES));
    }
    return bytes;
  }
}
