package dev.sojourn.dispatcher.http;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/// Reads and decodes bodies, never beyond a limit. The limit holds for the bytes as sent and for
/// the bytes as decoded, so a small body that swells without end costs no more than an honest large
/// one.
final class Bodies {
  private static final int MAX_CODINGS = 3;
  private static final int BUFFER_BYTES = 8 * 1024;
  private static final Set<String> KNOWN = Set.of("gzip", "x-gzip", "deflate");

  private Bodies() {}

  /// A body, or its beginning. Handed on, never compared.
  record Body(byte[] bytes, boolean truncated) {}

  /// Reads a stream to its end, or up to the limit and not a buffer further.
  static Body read(InputStream in, int maxBytes) throws IOException {
    var bytes = in.readNBytes(maxBytes);
    return new Body(bytes, bytes.length == maxBytes && in.read() >= 0);
  }

  /// {@return whether [#decode] knows the codings}
  ///
  /// @param codings the value of Content-Encoding, in the order in which they were applied
  static boolean isKnown(String codings) {
    var names = names(codings);
    return names.size() <= MAX_CODINGS && names.stream().allMatch(KNOWN::contains);
  }

  /// Undoes content codings, the last one first.
  ///
  /// @throws IOException if the bytes are not of a coding, or end early although all were read
  static Body decode(Body encoded, String codings, int maxBytes) throws IOException {
    var body = encoded;
    for (var name : names(codings).reversed()) {
      body = body.bytes().length == 0 ? body : decodeOne(body, name, maxBytes);
    }
    return body;
  }

  private static List<String> names(String codings) {
    return Arrays.stream(codings.toLowerCase(Locale.ROOT).split(",", MAX_CODINGS + 2))
        .map(String::strip)
        .filter(name -> !name.isEmpty() && !name.equals("identity"))
        .toList();
  }

  private static Body decodeOne(Body encoded, String name, int maxBytes) throws IOException {
    boolean isDeflate = name.equals("deflate");
    var shown = isDeflate ? "deflate" : "gzip";
    try {
      return isDeflate ? inflate(encoded, maxBytes) : gunzip(encoded, maxBytes);
    } catch (ZipException _) {
      throw new BrokenEncodingException(
          "the body is not the " + shown + " that its header announces");
    } catch (EOFException _) {
      throw new BrokenEncodingException("the " + shown + " body ends early");
    }
  }

  private static Body gunzip(Body encoded, int maxBytes) throws IOException {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(encoded.bytes()), BUFFER_BYTES)) {
      return encoded.truncated() ? beginning(in, maxBytes) : read(in, maxBytes);
    }
  }

  private static Body inflate(Body encoded, int maxBytes) throws IOException {
    // The stream does not end an inflater that is not its own, and its memory is not in the heap.
    try (var inflater = new Inflater(!isZlib(encoded.bytes()));
        var in =
            new InflaterInputStream(
                new ByteArrayInputStream(encoded.bytes()), inflater, BUFFER_BYTES)) {
      return encoded.truncated() ? beginning(in, maxBytes) : read(in, maxBytes);
    }
  }

  /// Whether the bytes begin as zlib has it (RFC 1950, 2.2). The coding is zlib by its definition,
  /// but some servers send the bare compressed data.
  private static boolean isZlib(byte[] bytes) {
    return bytes.length >= 2
        && (bytes[0] & 0x0f) == 8
        && ((bytes[0] & 0xff) << 8 | (bytes[1] & 0xff)) % 31 == 0;
  }

  /// Of a stream that was cut off: what can be read before the cut.
  private static Body beginning(InputStream in, int maxBytes) throws IOException {
    var bytes = new byte[maxBytes];
    int length = 0;
    try {
      while (length < maxBytes) {
        int read = in.read(bytes, length, maxBytes - length);
        if (read < 0) {
          break;
        }
        length += read;
      }
    } catch (EOFException _) {
      // The cut. What came before it is kept.
    }
    return new Body(Arrays.copyOf(bytes, length), true);
  }
}
