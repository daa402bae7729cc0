package dev.sojourn.atp.wire;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.ZstdInputStream;
import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.Bytes;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/// Bodies that travel compressed: `Content-Encoding: zstd` (RFC 8878), one frame after the other.
public final class ContentCoding {

  /// The only coding there is.
  public static final String ZSTD = "zstd";

  /// The size up to which a body may grow, however small it was.
  public static final int HARMLESS_BYTES = 64 * 1024;

  /// How many times its size a larger body may have.
  public static final int MAX_RATIO = 100;

  private static final int LEVEL = 3;
  private static final int CHUNK_BYTES = 16 * 1024;

  private ContentCoding() {}

  /// {@return the request with its body compressed, or as it is where that saves nothing}
  ///
  /// @param request complete with its body
  public static AtpRequest compress(AtpRequest request) {
    var packed = Zstd.compress(request.body().toArray(), LEVEL);
    int field = AtpHeaders.CONTENT_ENCODING.length() + ZSTD.length() + ": \r\n".length();
    long most = Math.max(HARMLESS_BYTES, (long) packed.length * MAX_RATIO);
    boolean isOfUse = packed.length + field < request.body().size();
    // What shrinks beyond measure would be taken for a bomb.
    return !isOfUse || request.body().size() > most
        ? request
        : new AtpRequest(
            request.method(),
            request.target(),
            request.headers().with(AtpHeaders.CONTENT_ENCODING, ZSTD),
            Bytes.wrap(packed));
  }

  /// {@return whether the body of a request is compressed}
  ///
  /// @param request any request
  public static boolean isCompressed(AtpRequest request) {
    return request.headers().all(AtpHeaders.CONTENT_ENCODING).stream()
        .anyMatch(ZSTD::equalsIgnoreCase);
  }

  /// Decompresses. Memory is taken as the bytes come.
  ///
  /// @param body as it was sent
  /// @param maxBytes the result's limit
  /// @return the bytes, or empty if they are more, or were not compressed so
  public static Optional<Bytes> decompress(Bytes body, int maxBytes) {
    try (var in = new ZstdInputStream(body.newInputStream())) {
      byte[] raw = new byte[Math.min(maxBytes + 1, CHUNK_BYTES)];
      int size = 0;
      while (true) {
        size += in.readNBytes(raw, size, raw.length - size);
        if (size < raw.length) {
          return Optional.of(Bytes.wrap(Arrays.copyOf(raw, size)));
        }
        if (size > maxBytes) {
          return Optional.empty();
        }
        raw = Arrays.copyOf(raw, (int) Math.min(maxBytes + 1L, raw.length * 2L));
      }
    } catch (IOException | ZstdException _) {
      return Optional.empty();
    }
  }
}
