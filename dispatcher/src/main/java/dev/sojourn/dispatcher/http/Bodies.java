package dev.sojourn.dispatcher.http;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/// Reads and decodes bodies, never beyond a limit. The limit holds for the bytes as sent and for
/// the bytes as decoded, so a small body that swells without end costs no more than an honest large
/// one.
final class Bodies {

  private Bodies() {}

  /// A body, or its beginning. Handed on, never compared.
  record Body(byte[] bytes, boolean truncated) {}

  /// Reads a stream to its end, or up to the limit and not a buffer further.
  static Body read(InputStream in, int maxBytes) throws IOException {
    var bytes = in.readNBytes(maxBytes);
    return new Body(bytes, bytes.length == maxBytes && in.read() >= 0);
  }

  /// {@return whether [#decode] knows the coding}
  static boolean isKnown(String coding) {
    return switch (coding.strip().toLowerCase(Locale.ROOT)) {
      case "", "identity", "gzip", "x-gzip" -> true;
      default -> false;
    };
  }

  /// Undoes a content coding.
  ///
  /// @throws IOException if the bytes are not of that coding, or end early although all were read
  static Body decode(Body encoded, String coding, int maxBytes) throws IOException {
    var name = coding.strip().toLowerCase(Locale.ROOT);
    if (name.isEmpty() || name.equals("identity") || encoded.bytes().length == 0) {
      return encoded;
    }
    try (var in = new GZIPInputStream(new ByteArrayInputStream(encoded.bytes()), 8192)) {
      return encoded.truncated() ? beginning(in, maxBytes) : read(in, maxBytes);
    } catch (ZipException e) {
      throw new IOException("the body is not the gzip that its header announces", e);
    } catch (EOFException e) {
      throw new IOException("the gzip body ends early", e);
    }
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
