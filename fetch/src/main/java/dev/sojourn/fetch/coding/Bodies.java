package dev.sojourn.fetch.coding;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.zip.ZipException;

/// Reads and decodes the bodies of all answers of HTTP, fresh or archived, never beyond a limit.
/// The limit holds for the bytes as sent and as decoded. So a small body that swells without end
/// costs no more than an honest large one. Codings, members of gzip and the time are bounded as
/// well.
public final class Bodies {
  private static final int MAX_CODINGS = 3;

  /// The names of three codings need no more, also between words that name none.
  private static final int MAX_CHARS = 1_000;

  private static final Set<String> KNOWN = Set.of("gzip", "x-gzip", "deflate");

  private Bodies() {}

  /// A body, or its beginning. Handed on, never compared.
  ///
  /// @param bytes not copied
  /// @param truncated whether there were more
  public record Body(byte[] bytes, boolean truncated) {}

  /// Reads a stream to its end, or up to the limit and not a buffer further.
  ///
  /// @param in the stream
  /// @param maxBytes the limit, at least 0
  /// @return the body
  /// @throws IOException if it cannot be read
  public static Body read(InputStream in, int maxBytes) throws IOException {
    var bytes = in.readNBytes(maxBytes);
    return new Body(bytes, bytes.length == maxBytes && in.read() >= 0);
  }

  /// {@return whether [#decode] knows the codings; words that name none change nothing}
  ///
  /// @param codings the value of Content-Encoding, in the order in which they were applied
  public static boolean isKnown(String codings) {
    if (codings.length() > MAX_CHARS) {
      return false;
    }
    var names = ContentCodings.of(codings);
    return names.size() <= MAX_CODINGS && KNOWN.containsAll(names);
  }

  /// Undoes content codings, the last one first.
  ///
  /// @param encoded the body as it was sent
  /// @param codings the value of Content-Encoding
  /// @param maxBytes the limit of each step
  /// @param pulse is asked before each small step whether there is time for it
  /// @return the body without codings
  /// @throws IOException if the bytes are not of a coding, or end early although all were read; or
  ///   the pulse throws it
  public static Body decode(Body encoded, String codings, int maxBytes, Inflation.Pulse pulse)
      throws IOException {
    var body = encoded;
    for (var name : ContentCodings.of(codings).reversed()) {
      body = body.bytes().length == 0 ? body : decodeOne(body, name, maxBytes, pulse);
    }
    return body;
  }

  private static Body decodeOne(Body encoded, String name, int maxBytes, Inflation.Pulse pulse)
      throws IOException {
    boolean isDeflate = name.equals("deflate");
    var shown = isDeflate ? "deflate" : "gzip";
    try {
      return isDeflate
          ? Inflation.inflate(encoded, maxBytes, pulse)
          : Inflation.gunzip(encoded, maxBytes, pulse);
    } catch (ZipException _) {
      throw new BrokenEncodingException(
          "the body is not the " + shown + " that its header announces");
    } catch (EOFException _) {
      throw new BrokenEncodingException("the " + shown + " body ends early");
    }
  }
}
