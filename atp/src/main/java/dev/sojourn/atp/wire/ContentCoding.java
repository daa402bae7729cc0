package dev.sojourn.atp.wire;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.base.Bytes;
import java.util.Arrays;
import java.util.Optional;

/// Bodies that travel compressed: `Content-Encoding: zstd` (RFC 8878), one frame after the other.
///
/// A frame announces a window, up to terabytes. A streaming decoder has to allocate it before it
/// has seen a byte of content. Bodies are decoded in one go into the place of the result, which is
/// all the window there is. A frame may announce any window and any content size. Memory is taken
/// only for the bytes that came and for those that they unpack to.
public final class ContentCoding {

  /// The only coding there is.
  public static final String ZSTD = "zstd";

  /// The size to which any body may grow, however small.
  public static final int HARMLESS_BYTES = 64 * 1024;

  /// How many times its size a larger body may grow to.
  public static final int MAX_RATIO = 100;

  private static final int LEVEL = 3;

  /// Growth of the attempts to unpack. The first has this many times the size of the frames, each
  /// further one this many times the size of the last. All attempts together cost little more than
  /// the last.
  private static final int STEP = 8;

  private ContentCoding() {}

  /// {@return the request with its body compressed, or as it is if that saves no bytes}
  ///
  /// @param request complete with its body
  public static AtpRequest compress(AtpRequest request) {
    var packed = Zstd.compress(request.body().toArray(), LEVEL);
    int field = AtpHeaders.CONTENT_ENCODING.length() + ZSTD.length() + ": \r\n".length();
    long most = Math.max(HARMLESS_BYTES, (long) packed.length * MAX_RATIO);
    boolean isOfUse = packed.length + field < request.body().size();
    // A body that shrinks beyond measure would be taken for a bomb.
    return !isOfUse || request.body().size() > most
        ? request
        : new AtpRequest(
            request.method(),
            request.target(),
            request.headers().with(AtpHeaders.CONTENT_ENCODING, ZSTD),
            Bytes.wrap(packed));
  }

  /// {@return a request with its body unpacked, and its content as it came; empty if that exceeds
  /// the bound, or the body is no zstd}
  ///
  /// @param request the request whose body is compressed
  /// @param maxBytes of the unpacked body
  public static Optional<AtpRequest> unpack(AtpRequest request, int maxBytes) {
    return decompress(request.body(), maxBytes)
        .map(
            body ->
                new AtpRequest(
                    request.method(),
                    request.target(),
                    request.headers().without(AtpHeaders.CONTENT_ENCODING),
                    body,
                    request.content()));
  }

  /// {@return the unpacked bytes, or empty if it is more than the bound, or the bytes are no zstd}
  ///
  /// @param frames one or more; skippable ones hold nothing
  /// @param maxBytes of the result
  public static Optional<Bytes> decompress(Bytes frames, int maxBytes) {
    if (frames.isEmpty()) {
      // Without frames there is no content. The library cannot be asked about that.
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

  /// {@return a request as it came, to be handed on: an unpacked body is compressed again, to the
  /// same bytes, since their digest may be signed}
  ///
  /// @param request that may have been unpacked
  public static AtpRequest asItCame(AtpRequest request) {
    return request.content().equals(request.body())
        ? request
        : new AtpRequest(
            request.method(),
            request.target(),
            request.headers().with(AtpHeaders.CONTENT_ENCODING, ZSTD),
            request.content());
  }

  /// {@return whether the body of a request is compressed}
  ///
  /// @param request any request
  public static boolean isCompressed(AtpRequest request) {
    return request.headers().all(AtpHeaders.CONTENT_ENCODING).stream()
        .anyMatch(ZSTD::equalsIgnoreCase);
  }
}
