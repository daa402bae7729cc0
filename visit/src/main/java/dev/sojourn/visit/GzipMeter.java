package dev.sojourn.visit;

import java.util.zip.Deflater;

/// Counts the compressed bytes of a body with `Content-Encoding: gzip` at level 1, without storing
/// them. Sizes of recent bodies are cached. For use by one thread at a time.
final class GzipMeter implements AutoCloseable {
  // RFC 1952: ten bytes of header, then CRC-32 and size at the end.
  private static final int FRAME_BYTES = 18;

  private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
  private final byte[] sink = new byte[16 * 1024];
  private final GzipSizes known;

  GzipMeter(GzipSizes known) {
    this.known = known;
  }

  /// The size of the body on the wire, in bytes.
  ///
  /// @param digest the first 64 bits of the digest of the body
  long size(byte[] body, long digest) {
    long kept = known.find(digest);
    if (kept > 0) {
      return kept;
    }
    long size = count(body);
    known.keep(digest, size);
    return size;
  }

  private long count(byte[] body) {
    deflater.reset();
    deflater.setInput(body);
    deflater.finish();
    long size = FRAME_BYTES;
    while (!deflater.finished()) {
      size += deflater.deflate(sink);
    }
    return size;
  }

  @Override
  public void close() {
    deflater.end();
  }

  /// {@return whether servers compress pages of a media type}
  static boolean isCompressible(String mediaType) {
    return mediaType.startsWith("text/")
        || mediaType.endsWith("+xml")
        || mediaType.endsWith("/xml")
        || mediaType.endsWith("json")
        || mediaType.endsWith("javascript");
  }
}
