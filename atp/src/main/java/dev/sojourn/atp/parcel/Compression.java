package dev.sojourn.atp.parcel;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.ZstdInputStream;
import dev.sojourn.atp.Bytes;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/// zstd frames, decompressed within bounds that are known beforehand.
final class Compression {

  private static final int LEVEL = 3;
  // Bodies this small compress well beyond any ratio, and cannot hurt.
  private static final int HARMLESS_BYTES = 64 * 1024;
  private static final int CHUNK_BYTES = 64 * 1024;

  private Compression() {}

  static Bytes compress(Bytes raw) {
    return Bytes.wrap(Zstd.compress(raw.toArray(), LEVEL));
  }

  /// Decompresses to exactly `rawBytes` bytes; empty if that is not what the frame holds. Memory is
  /// taken as the bytes come, not as they are announced.
  static Optional<Bytes> decompress(Bytes body, int rawBytes, int maxRatio) {
    if (rawBytes > HARMLESS_BYTES && rawBytes > (long) body.size() * maxRatio) {
      return Optional.empty();
    }
    try (var in = new ZstdInputStream(body.newInputStream())) {
      byte[] raw = new byte[Math.min(rawBytes, CHUNK_BYTES)];
      int size = 0;
      while (true) {
        int read = in.readNBytes(raw, size, raw.length - size);
        size += read;
        if (size < raw.length) {
          return Optional.empty();
        }
        if (size == rawBytes) {
          return in.read() < 0 ? Optional.of(Bytes.wrap(raw)) : Optional.empty();
        }
        raw = Arrays.copyOf(raw, (int) Math.min(rawBytes, raw.length * 2L));
      }
    } catch (IOException | ZstdException _) {
      return Optional.empty();
    }
  }
}
