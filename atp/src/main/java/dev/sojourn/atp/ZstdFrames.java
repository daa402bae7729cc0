package dev.sojourn.atp;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import dev.sojourn.base.Bytes;
import java.util.Arrays;
import java.util.Optional;

/// zstd frames (RFC 8878) of strangers, decompressed one after the other, within a bound.
///
/// A frame announces a window, up to terabytes, that a decoder which streams has to take before it
/// has seen a byte of content. This one decodes in one go into the place of the result, which is
/// all the window there is. A frame may announce any window and any content size. Memory is taken
/// only for the bytes that came and for those that they unpack to.
public final class ZstdFrames {

  /// The size up to which a result is harmless, however few bytes it was made of.
  private static final int HARMLESS_BYTES = 64 * 1024;

  /// Growth of the attempts. The first has so many times the size of the frames, each further one
  /// so many times the size of the last. All attempts together cost little more than the last.
  private static final int STEP = 8;

  private ZstdFrames() {}

  /// {@return the unpacked bytes, or empty if it is more than the bound, or the bytes are no zstd}
  ///
  /// @param frames one or more; skippable ones hold nothing
  /// @param maxBytes of the result
  public static Optional<Bytes> decompress(Bytes frames, int maxBytes) {
    if (frames.isEmpty()) {
      // No frames hold nothing. The library cannot be asked about them.
      return Optional.of(Bytes.EMPTY);
    }
    var octets = frames.toArray();
    int room = Math.clamp((long) octets.length * STEP, HARMLESS_BYTES, Integer.MAX_VALUE);
    long announced = Zstd.getFrameContentSize(octets);
    if (announced >= 0 && announced < room) {
      room = (int) announced;
    }
    while (true) {
      var raw = new byte[Math.min(room, maxBytes)];
      try {
        long size = Zstd.decompressByteArray(raw, 0, raw.length, octets, 0, octets.length);
        return Optional.of(Bytes.wrap(size == raw.length ? raw : Arrays.copyOf(raw, (int) size)));
      } catch (ZstdException e) {
        if (e.getErrorCode() != Zstd.errDstSizeTooSmall() || raw.length == maxBytes) {
          return Optional.empty();
        }
      }
      room = (int) Math.min(maxBytes, Math.max(HARMLESS_BYTES, (long) room * STEP));
    }
  }
}
