package dev.sojourn.page.parse;

import java.util.zip.Deflater;

/// The size that a body has with `Content-Encoding: gzip` at level 1, as web servers send it.
final class GzipSize {
  // RFC 1952: ten bytes of header, then CRC-32 and size at the end.
  private static final int FRAME_BYTES = 18;

  private static final int PIECE_BYTES = 16 << 10;

  private GzipSize() {}

  /// {@return the size in bytes}
  ///
  /// @param body the body
  /// @param meter counts the work
  static long of(byte[] body, WorkMeter meter) {
    var deflater = new Deflater(Deflater.BEST_SPEED, true);
    try {
      var sink = new byte[PIECE_BYTES];
      long size = FRAME_BYTES;
      for (int at = 0; at < body.length; at += PIECE_BYTES) {
        deflater.setInput(body, at, Math.min(PIECE_BYTES, body.length - at));
        while (!deflater.needsInput()) {
          size += deflater.deflate(sink);
        }
        meter.characters(PIECE_BYTES);
      }
      deflater.finish();
      while (!deflater.finished()) {
        size += deflater.deflate(sink);
      }
      return size;
    } finally {
      deflater.end();
    }
  }

  /// {@return whether servers compress bodies of a media type}
  ///
  /// @param mediaType the declared type, in lower case without parameters
  static boolean isCounted(String mediaType) {
    return mediaType.startsWith("text/")
        || mediaType.endsWith("+xml")
        || mediaType.endsWith("/xml")
        || mediaType.endsWith("json")
        || mediaType.endsWith("javascript");
  }
}
