package dev.sojourn.page.parse;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/// The character encoding of a body (WHATWG HTML, 13.2.3.2, and Encoding). A byte order mark comes
/// first, then the label of the Content-Type field, then the declaration of the page itself.
/// Unknown labels do not count. Without a known label, the encoding is UTF-8 if the body is
/// well-formed UTF-8, else windows-1252.
public final class PageEncoding {
  /// The encoding of pages that must not be decoded, since their bytes are ambiguous. The text of
  /// such a page is one U+FFFD.
  static final String REPLACEMENT = "x-sojourn-replacement";

  private static final int PIECE_CHARS = 16 << 10;
  private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

  private PageEncoding() {}

  /// {@return the encoding of a body}
  ///
  /// @param body the whole body
  /// @param contentType the value of the Content-Type field; may be empty
  /// @param isMarkup whether the body may declare its encoding itself, as HTML does
  /// @param meter counts the work
  static Charset of(byte[] body, String contentType, boolean isMarkup, WorkMeter meter) {
    return fromMark(body)
        .or(() -> label(contentType).flatMap(EncodingLabels::find))
        .or(() -> isMarkup ? MetaPrescan.of(body) : Optional.empty())
        .orElseGet(() -> isUtf8(body, meter) ? StandardCharsets.UTF_8 : WINDOWS_1252);
  }

  /// {@return a body as text, without its byte order mark}
  ///
  /// @param body the whole body
  /// @param encoding the result of [#of]
  /// @param meter counts the work
  static String decode(byte[] body, Charset encoding, WorkMeter meter) {
    if (encoding.name().equals(REPLACEMENT)) {
      return body.length == 0 ? "" : "\ufffd";
    }
    int mark = fromMark(body).filter(encoding::equals).isEmpty() ? 0 : markBytes(body);
    int length = body.length - mark;
    return length <= PIECE_CHARS
        ? new String(body, mark, length, encoding)
        : decodeLong(ByteBuffer.wrap(body, mark, length), encoding, meter);
  }

  /// Decodes as the constructor of a string does.
  private static String decodeLong(ByteBuffer in, Charset encoding, WorkMeter meter) {
    var decoder =
        encoding
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    var out = CharBuffer.allocate(PIECE_CHARS);
    var text = new StringBuilder(in.remaining());
    var result = CoderResult.OVERFLOW;
    while (result.isOverflow()) {
      result = decoder.decode(in, out.clear(), true);
      result = result.isOverflow() ? result : decoder.flush(out);
      text.append(out.array(), 0, out.position());
      meter.characters(PIECE_CHARS);
    }
    return text.toString();
  }

  /// Decodes some bytes with every encoding, so that the JVM loads all of them now.
  public static void warmUp() {
    var bytes = new byte[] {'a', (byte) 0xc3, (byte) 0xa9, (byte) 0x81, 0x40};
    for (var encoding : EncodingLabels.encodings()) {
      var _ = decode(bytes, encoding, WorkMeter.unchecked());
    }
    QueryOctets.warmUp();
    if (!of(bytes, "text/html; charset=nobody-knows", true, WorkMeter.unchecked())
        .equals(WINDOWS_1252)) {
      throw new IllegalStateException("the warmup of encodings went wrong");
    }
  }

  /// Whether a body is well-formed UTF-8. Text in an older encoding rarely is, unless it is pure
  /// ASCII.
  static boolean isUtf8(byte[] body, WorkMeter meter) {
    var in = ByteBuffer.wrap(body);
    var out = CharBuffer.allocate(PIECE_CHARS);
    var decoder = StandardCharsets.UTF_8.newDecoder();
    var result = CoderResult.OVERFLOW;
    while (result.isOverflow()) {
      result = decoder.decode(in, out.clear(), true);
      meter.characters(PIECE_CHARS);
    }
    return !result.isError();
  }

  private static Optional<Charset> fromMark(byte[] body) {
    if (startsWith(body, 0xef, 0xbb, 0xbf)) {
      return Optional.of(StandardCharsets.UTF_8);
    }
    if (startsWith(body, 0xfe, 0xff)) {
      return Optional.of(StandardCharsets.UTF_16BE);
    }
    return startsWith(body, 0xff, 0xfe) ? Optional.of(StandardCharsets.UTF_16LE) : Optional.empty();
  }

  private static int markBytes(byte[] body) {
    return body[0] == (byte) 0xef ? 3 : 2;
  }

  private static boolean startsWith(byte[] body, int... octets) {
    if (body.length < octets.length) {
      return false;
    }
    for (int i = 0; i < octets.length; i++) {
      if ((body[i] & 0xff) != octets[i]) {
        return false;
      }
    }
    return true;
  }

  /// Returns the first value of the parameter `charset` of a Content-Type field.
  private static Optional<String> label(String contentType) {
    int at = contentType.indexOf(';');
    while (at >= 0) {
      int equals = contentType.indexOf('=', at);
      if (equals < 0) {
        return Optional.empty();
      }
      var name = contentType.substring(at + 1, equals).strip().toLowerCase(Locale.ROOT);
      boolean isQuoted = contentType.startsWith("\"", equals + 1);
      int end = contentType.indexOf(isQuoted ? '"' : ';', equals + (isQuoted ? 2 : 1));
      end = end < 0 ? contentType.length() : end;
      int semicolon = name.indexOf(';');
      if (name.substring(semicolon + 1).strip().equals("charset")) {
        return Optional.of(
            contentType.substring(equals + (isQuoted ? 2 : 1), end).replace("'", "").strip());
      }
      at = contentType.indexOf(';', end);
    }
    return Optional.empty();
  }
}
