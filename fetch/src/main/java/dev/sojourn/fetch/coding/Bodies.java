package dev.sojourn.fetch.coding;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.zip.ZipException;

/// Reads and decodes the bodies of HTTP answers, fresh or archived, up to a limit. The limit holds
/// for the bytes as sent and as decoded. So a small body that expands without end costs no more
/// than a normal large one. The numbers of codings and gzip members and the time have limits too.
public final class Bodies {
  private static final int MAX_CODINGS = 3;

  /// Enough for the names of three codings and some words without effect.
  private static final int MAX_CHARS = 1_000;

  private static final Set<String> KNOWN = Set.of("gzip", "x-gzip", "deflate");

  private Bodies() {}

  /// A body or its beginning. Not for comparison: records compare arrays by identity.
  ///
  /// @param bytes not copied
  /// @param truncated whether the body had more bytes
  public record Body(byte[] bytes, boolean truncated) {}

  /// Reads a stream up to its end or to the limit; reads at most one byte more.
  ///
  /// @param in the stream
  /// @param maxBytes the limit, at least 0
  /// @return the body
  /// @throws IOException if it cannot be read
  public static Body read(InputStream in, int maxBytes) throws IOException {
    var bytes = in.readNBytes(maxBytes);
    return new Body(bytes, bytes.length == maxBytes && in.read() >= 0);
  }

  /// {@return whether [#decode] knows the codings; words that name no coding are ignored}
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
  /// @param pulse checks the time before each small step
  /// @return the body without codings
  /// @throws IOException if the bytes do not match a coding, or end early although the body was not
  ///   truncated; or from the pulse
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
