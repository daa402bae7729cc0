package dev.sojourn.identity.directory;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.text.HeaderText;
import dev.sojourn.identity.directory.HttpsAnswer.Failed;
import dev.sojourn.identity.directory.HttpsAnswer.Got;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Reads one HTTP/1.1 response (RFC 9112) of bounded size from a connection that ends with it.
final class HttpsReader {

  private static final int MAX_LINE = 8 * 1024;
  private static final int MAX_FIELDS = 100;
  private static final int MAX_INTERIM = 5;

  /// Heads, chunk sizes with their extensions, and trailers together.
  private static final int MAX_FRAMING = 256 * 1024;

  private final InputStream in;
  private final int maxBytes;
  private int framingBytes;

  private HttpsReader(InputStream in, int maxBytes) {
    this.in = in;
    this.maxBytes = maxBytes;
  }

  static HttpsAnswer read(InputStream in, int maxBytes) throws IOException {
    try {
      return new HttpsReader(in, maxBytes).answer();
    } catch (EOFException _) {
      return new Failed("the answer ends early");
    }
  }

  private HttpsAnswer answer() throws IOException {
    for (int i = 0; i <= MAX_INTERIM; i++) {
      var line = line();
      if (!line.matches("HTTP/1\\.[01] [1-5][0-9][0-9]( .*)?")) {
        return new Failed("the answer is not HTTP/1.1");
      }
      int status = Integer.parseInt(line.substring(9, 12));
      var fields = fields();
      if (status >= 200) {
        return body(status, fields);
      }
    }
    return new Failed("too many interim answers come before the answer");
  }

  private HttpsAnswer body(int status, Map<String, List<String>> fields) throws IOException {
    var coding = String.join(",", fields.getOrDefault("content-encoding", List.of()));
    if (!coding.isEmpty() && !coding.equalsIgnoreCase("identity")) {
      return new Failed("the answer is compressed, though the request did not allow it");
    }
    var transfer = fields.getOrDefault("transfer-encoding", List.of());
    var lengths = fields.getOrDefault("content-length", List.of());
    var out = new ByteArrayOutputStream();
    boolean isWhole;
    if (!transfer.isEmpty()) {
      if (!transfer.equals(List.of("chunked")) || !lengths.isEmpty()) {
        return new Failed("the answer has an unknown framing");
      }
      isWhole = chunks(out);
    } else if (!lengths.isEmpty()) {
      if (lengths.size() > 1 || !lengths.getFirst().matches("0*[0-9]{1,9}")) {
        return new Failed("Content-Length of the answer is not a length");
      }
      isWhole = take(Integer.parseInt(lengths.getFirst()), out);
    } else {
      out.writeBytes(in.readNBytes(maxBytes + 1));
      isWhole = out.size() <= maxBytes;
    }
    return isWhole
        ? new Got(status, fields, Bytes.wrap(out.toByteArray()))
        : new Failed("the answer has more than " + maxBytes + " bytes");
  }

  private boolean chunks(ByteArrayOutputStream out) throws IOException {
    while (true) {
      var size = HeaderText.strip(line().split(";", 2)[0]);
      if (!size.matches("[0-9a-fA-F]{1,7}")) {
        throw new IOException("a chunk has no size");
      }
      int length = Integer.parseInt(size, 16);
      if (length == 0) {
        fields();
        return true;
      }
      if (!take(length, out)) {
        return false;
      }
      if (!line().isEmpty()) {
        throw new IOException("a chunk is longer than it says");
      }
    }
  }

  /// The length is checked before anything is taken.
  private boolean take(int length, ByteArrayOutputStream out) throws IOException {
    if (length > maxBytes - out.size()) {
      return false;
    }
    var octets = in.readNBytes(length);
    if (octets.length < length) {
      throw new EOFException();
    }
    out.writeBytes(octets);
    return true;
  }

  private Map<String, List<String>> fields() throws IOException {
    var fields = new LinkedHashMap<String, List<String>>();
    for (int i = 0; i <= MAX_FIELDS; i++) {
      var line = line();
      if (line.isEmpty()) {
        return fields;
      }
      int colon = line.indexOf(':');
      if (colon < 1) {
        throw new IOException("a header line has no colon");
      }
      fields
          .computeIfAbsent(
              line.substring(0, colon).toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
          .add(HeaderText.strip(line.substring(colon + 1)));
    }
    throw new IOException("there are more than " + MAX_FIELDS + " header lines");
  }

  private String line() throws IOException {
    var line = new ByteArrayOutputStream(80);
    while (true) {
      int c = in.read();
      if (c < 0) {
        throw new EOFException();
      }
      if (++framingBytes > MAX_FRAMING) {
        throw new IOException("the answer has more than " + MAX_FRAMING + " bytes of framing");
      }
      if (c == '\n') {
        var text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
      }
      if (line.size() == MAX_LINE) {
        throw new IOException("a header line is longer than " + MAX_LINE + " bytes");
      }
      line.write(c);
    }
  }
}
