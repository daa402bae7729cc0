package dev.sojourn.atp.wire;

import com.github.luben.zstd.Zstd;
import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.base.Bytes;

/// Bodies that travel compressed: `Content-Encoding: zstd` (RFC 8878), one frame after the other.
public final class ContentCoding {

  /// The only coding there is.
  public static final String ZSTD = "zstd";

  /// The size up to which a body may grow, however small it was.
  public static final int HARMLESS_BYTES = 64 * 1024;

  /// How many times its size a larger body may have.
  public static final int MAX_RATIO = 100;

  private static final int LEVEL = 3;

  private ContentCoding() {}

  /// {@return the request with its body compressed, or as it is where that saves nothing}
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

  /// {@return a request with its body unpacked, and its content as it came}
  ///
  /// @param request the request whose body is compressed
  /// @param body the unpacked body
  public static AtpRequest unpacked(AtpRequest request, Bytes body) {
    return new AtpRequest(
        request.method(),
        request.target(),
        request.headers().without(AtpHeaders.CONTENT_ENCODING),
        body,
        request.content());
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
