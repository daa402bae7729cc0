package dev.sojourn.atp.parcel;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.sojourn.base.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// zstd frames, decompressed within bounds that are known beforehand.
final class Compression {

  private static final int LEVEL = 3;
  // Bodies this small compress well beyond any ratio, and cannot hurt.
  private static final int HARMLESS_BYTES = 64 * 1024;
  // 64 MiB: as much as the largest parcel has.
  private static final int MAX_WINDOW_LOG = 26;
  private static final int SKIPPABLE_MAGIC = 0x184d2a50;
  private static final int SKIPPABLE_HEAD_BYTES = 8;

  private Compression() {}

  /// Compresses to a frame that every reader with the usual limits takes. A page that says one word
  /// a hundred thousand times is an honest page, and its frame so small that readers would take it
  /// for a bomb; then a skippable frame (RFC 8878, 3.1.2) of zeros makes up for it.
  static Bytes compress(Bytes raw) {
    var frame = Zstd.compress(raw.toArray(), LEVEL);
    int least = Math.ceilDiv(raw.size(), ParcelLimits.DEFAULT.maxRatio());
    if (raw.size() <= HARMLESS_BYTES || frame.length >= least) {
      return Bytes.wrap(frame);
    }
    int padding = Math.max(0, least - frame.length - SKIPPABLE_HEAD_BYTES);
    var body = ByteBuffer.allocate(frame.length + SKIPPABLE_HEAD_BYTES + padding);
    body.order(ByteOrder.LITTLE_ENDIAN).put(frame).putInt(SKIPPABLE_MAGIC).putInt(padding);
    return Bytes.wrap(body.array());
  }

  /// {@return whether a frame of this size says that it holds more than any honest one}
  static boolean isBomb(int frameBytes, long rawBytes, int maxRatio) {
    return rawBytes > HARMLESS_BYTES && rawBytes > (long) frameBytes * maxRatio;
  }

  /// {@return the content of a frame, as a stream. For any window that the frame announces, no more
  /// memory is taken than the largest parcel has bytes}
  static InputStream decompressed(Bytes frame) throws IOException {
    return new ZstdInputStreamNoFinalizer(frame.newInputStream()).setLongMax(MAX_WINDOW_LOG);
  }
}
