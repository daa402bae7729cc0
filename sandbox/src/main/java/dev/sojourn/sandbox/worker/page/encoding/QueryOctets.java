package dev.sojourn.sandbox.worker.page.encoding;

import dev.sojourn.agent.url.UrlReader;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Writes the queries of a page's links in the charset of the page (URL Standard, "percent-encode
/// after encoding"). A character that the charset does not have becomes `%26%23…%3B`, the reference
/// `&#…;` by which forms send it. What is ASCII stays as it is.
///
/// The encoders are those of the JDK, with what the Encoding Standard says otherwise.
public final class QueryOctets implements UnaryOperator<String> {
  private static final String ENCODED = " \"#<>'";
  private static final String HEX = "0123456789ABCDEF";

  /// Characters of Japanese encodings that the JDK has elsewhere, and their likes.
  private static final String JAPANESE = "\u00a5\u203e\u2212";

  private static final String JDK_JAPANESE = "\\~\uff0d";

  private final Charset charset;
  private final StringBuilder out = new StringBuilder();

  private QueryOctets(Charset charset) {
    this.charset = charset;
  }

  /// {@return what writes the queries of a page}
  ///
  /// @param charset of the page; queries of pages in UTF-16 are in UTF-8
  public static UnaryOperator<String> of(Charset charset) {
    boolean isUnicode =
        charset.name().startsWith("UTF-") || charset.name().equals(PageEncoding.REPLACEMENT);
    return isUnicode ? UrlReader.UTF_8 : query -> new QueryOctets(charset).apply(query);
  }

  /// Writes a little in every encoding there is, so that none is loaded later.
  static void warmUp() {
    for (var encoding : EncodingLabels.encodings()) {
      var _ = of(encoding).apply("a\u00e9\u3042\u0439\ud83d\ude00");
    }
  }

  @Override
  public String apply(String query) {
    if (charset.name().equals("ISO-2022-JP")) {
      return new Iso2022JpOctets().written(query);
    }
    for (int i = 0; i < query.length(); ) {
      int c = query.codePointAt(i);
      if (c > ' ' && c < 0x7f) {
        out.append((char) c);
      } else {
        octets(c).ifPresentOrElse(octets -> append(octets, out), () -> reference(c, out));
      }
      i += Character.charCount(c);
    }
    return out.toString();
  }

  /// The octets of one character; empty if the charset does not have it.
  private Optional<byte[]> octets(int c) {
    if (c < 0x80) {
      return Optional.of(new byte[] {(byte) c});
    }
    if (!charset.canEncode()) {
      return singleOctet(c);
    }
    return switch (charset.name()) {
      case "windows-31j" -> encoded(charset, japanese(c));
      // Signs of the second standard are read, and not written.
      case "EUC-JP" -> encoded(charset, japanese(c)).filter(o -> (o[0] & 0xff) != 0x8f);
      case "Big5-HKSCS" -> encoded(charset, c).filter(o -> (o[0] & 0xff) >= 0xa1);
      case "GB18030" -> c == 0xe5e5 ? Optional.empty() : encoded(charset, c);
      case GbkCharset.NAME -> c == 0x20ac ? Optional.of(new byte[] {(byte) 0x80}) : gbk(c);
      default -> encoded(charset, c);
    };
  }

  private static Optional<byte[]> gbk(int c) {
    return c == 0xe5e5
        ? Optional.empty()
        : encoded(GbkCharset.WIDER, c).filter(octets -> octets.length <= 2);
  }

  static int japanese(int c) {
    int at = JAPANESE.indexOf(c);
    return at < 0 ? c : JDK_JAPANESE.charAt(at);
  }

  static Optional<byte[]> encoded(Charset charset, int c) {
    CharsetEncoder encoder = charset.newEncoder();
    try {
      var octets = encoder.encode(CharBuffer.wrap(Character.toString(c)));
      var copy = new byte[octets.remaining()];
      octets.get(copy);
      return Optional.of(copy);
    } catch (CharacterCodingException _) {
      return Optional.empty();
    }
  }

  /// A charset that is only read has one octet for each character.
  private Optional<byte[]> singleOctet(int c) {
    for (int octet = 0x80; octet < 0x100; octet++) {
      var octets = new byte[] {(byte) octet};
      if (new String(octets, charset).equals(Character.toString(c))) {
        return Optional.of(octets);
      }
    }
    return Optional.empty();
  }

  static void append(byte[] octets, StringBuilder out) {
    for (byte octet : octets) {
      int value = octet & 0xff;
      if (value > ' ' && value < 0x7f && ENCODED.indexOf(value) < 0) {
        out.append((char) value);
      } else {
        out.append('%').append(HEX.charAt(value >> 4)).append(HEX.charAt(value & 15));
      }
    }
  }

  static void reference(int c, StringBuilder out) {
    boolean isHalf = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    out.append("%26%23").append(isHalf ? 0xfffd : c).append("%3B");
  }

  /// ISO-2022-JP, which switches between sets of characters, and ends in ASCII.
  private static final class Iso2022JpOctets {
    private static final Charset JIS = Charset.forName("EUC-JP");
    private static final String ASCII = "(B";
    private static final String ROMAN = "(J";
    private static final String KANJI = "$B";

    private final StringBuilder out = new StringBuilder();
    private String set = ASCII;

    String written(String query) {
      query.codePoints().forEach(this::append);
      switchTo(ASCII);
      return out.toString();
    }

    private void append(int c) {
      if (c == 0x0e || c == 0x0f || c == 0x1b) {
        switchTo(ASCII);
        reference(0xfffd, out);
      } else if (c < 0x80) {
        boolean isAlike = set.equals(ROMAN) && c != '\\' && c != '~';
        switchTo(isAlike ? ROMAN : ASCII);
        QueryOctets.append(new byte[] {(byte) c}, out);
      } else if (c == 0xa5 || c == 0x203e) {
        switchTo(ROMAN);
        out.append((char) japanese(c));
      } else {
        kanji(c);
      }
    }

    private void kanji(int c) {
      boolean isHalfWidth = c >= 0xff61 && c <= 0xff9f;
      var wide =
          isHalfWidth
              ? Normalizer.normalize(Character.toString(c), Normalizer.Form.NFKC).codePointAt(0)
              : japanese(c);
      var octets = encoded(JIS, wide).filter(o -> o.length == 2 && (o[0] & 0xff) >= 0xa1);
      if (octets.isEmpty()) {
        switchTo(ASCII);
        reference(c, out);
        return;
      }
      switchTo(KANJI);
      var jis = octets.get();
      QueryOctets.append(new byte[] {(byte) (jis[0] & 0x7f), (byte) (jis[1] & 0x7f)}, out);
    }

    private void switchTo(String next) {
      if (!next.equals(set)) {
        QueryOctets.append(("\u001b" + next).getBytes(StandardCharsets.US_ASCII), out);
        set = next;
      }
    }
  }
}
