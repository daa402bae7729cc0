package dev.sojourn.atp.wire;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.base.Bytes;
import java.util.Arrays;
import java.util.Optional;

/// Compressed bodies: `Content-Encoding: zstd` (RFC 8878), one or more frames.
///
/// A frame may announce a window of up to terabytes. A streaming decoder must allocate the window
/// before it has read any content. So bodies are decoded in one step into the result, which serves
/// as the window. The window and content size that a frame announces do not matter. Memory is
/// allocated only for the received bytes and for the bytes that they unpack to.
public final class ContentCoding {

  /// The only supported coding.
  public static final String ZSTD = "zstd";

  /// The size to which any body may unpack, in bytes, however small the body is.
  public static final int HARMLESS_BYTES = 64 * 1024;

  /// The largest ratio of unpacked to compressed size for a body beyond that size.
  public static final int MAX_RATIO = 100;

  private static final int LEVEL = 3;

  /// The growth of the buffer for unpacking. The first attempt uses this many times the size of the
  /// frames. Each further attempt uses this many times the previous size. All attempts together
  /// cost little more than the last.
  private static final int STEP = 8;

  private ContentCoding() {}

  /// {@return the request with its body compressed, or unchanged if that saves no bytes}
  ///
  /// @param request complete with its body
  public static AtpRequest compress(AtpRequest request) {
    var packed = Zstd.compress(request.body().toArray(), LEVEL);
    int field = AtpHeaders.CONTENT_ENCODING.length() + ZSTD.length() + ": \r\n".length();
    long most = Math.max(HARMLESS_BYTES, (long) packed.length * MAX_RATIO);
    boolean isOfUse = packed.length + field < request.body().size();
    // Receivers would take a body with an extreme ratio for a decompression bomb.
    return !isOfUse || request.body().size() > most
        ? request
        : new AtpRequest(
            request.method(),
            request.target(),
            request.headers().with(AtpHeaders.CONTENT_ENCODING, ZSTD),
            Bytes.wrap(packed));
  }

  /// {@return a request with its body unpacked, and its content as received; empty if the body
  /// exceeds the limit or is not zstd}
  ///
  /// @param request a request with a compressed body
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

  /// {@return the unpacked bytes; empty if they exceed the limit or are not zstd}
  ///
  /// @param frames one or more; skippable frames have no content
  /// @param maxBytes of the result
  public static Optional<Bytes> decompress(Bytes frames, int maxBytes) {
    if (frames.isEmpty()) {
      // Without frames there is no content, and the library does not accept empty input.
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

  /// {@return a request as received, to be forwarded: an unpacked body is replaced by its original
  /// compressed bytes, since their digest may be signed}
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
