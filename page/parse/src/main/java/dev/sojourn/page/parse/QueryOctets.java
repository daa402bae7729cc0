package dev.sojourn.page.parse;

import dev.sojourn.agent.url.UrlReader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Writes the queries of a page's links in the charset of the page (URL Standard, "percent-encode
/// after encoding"). A character that the charset does not have becomes `%26%23…%3B`, the reference
/// `&#…;` that forms send for it. ASCII stays unchanged.
///
/// The encoders are those of the JDK, adapted to the Encoding Standard. One encoder serves all
/// characters of a page, since queries may have a million characters. Only one thread at a time may
/// use it.
final class QueryOctets implements UnaryOperator<String> {
  private static final String ENCODED = " \"#<>'";
  private static final String ISO_2022_JP = "ISO-2022-JP";
  private static final String HEX = "0123456789ABCDEF";

  /// Characters that the JDK encodes differently in Japanese encodings. [#JDK_JAPANESE] has the
  /// characters to encode instead.
  private static final String JAPANESE = "\u00a5\u203e\u2212";

  private static final String JDK_JAPANESE = "\\~\uff0d";

  private final Charset charset;
  private final CharacterEncoder encoder;

  private QueryOctets(Charset charset) {
    this.charset = charset;
    this.encoder =
        switch (charset.name()) {
          case ISO_2022_JP -> CharacterEncoder.of(Iso2022JpOctets.JIS);
          case GbkCharset.NAME -> CharacterEncoder.of(GbkCharset.WIDER);
          default -> CharacterEncoder.of(charset);
        };
  }

  /// {@return the writer of the queries of a page}
  ///
  /// @param charset the charset of the page; queries of pages in UTF-16 are in UTF-8
  static UnaryOperator<String> of(Charset charset) {
    boolean isUnicode =
        charset.name().startsWith("UTF-") || charset.name().equals(PageEncoding.REPLACEMENT);
    return isUnicode ? UrlReader.UTF_8 : new QueryOctets(charset);
  }

  /// Writes some characters in every encoding, so that the JVM loads all of them now.
  static void warmUp() {
    for (var encoding : EncodingLabels.encodings()) {
      var _ = of(encoding).apply("a\u00e9\u3042\u0439\ud83d\ude00");
    }
  }

  @Override
  public String apply(String query) {
    if (charset.name().equals(ISO_2022_JP)) {
      return new Iso2022JpOctets(encoder).written(query);
    }
    var out = new StringBuilder(query.length() + 16);
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

  /// Returns the octets of one character; empty if the charset does not have it.
  private Optional<byte[]> octets(int c) {
    if (c < 0x80) {
      return Optional.of(new byte[] {(byte) c});
    }
    return switch (charset.name()) {
      case "windows-31j" -> encoder.octets(japanese(c));
      // The standard decodes characters of JIS X 0212 but does not encode them.
      case "EUC-JP" -> encoder.octets(japanese(c)).filter(o -> (o[0] & 0xff) != 0x8f);
      case "Big5-HKSCS" -> encoder.octets(c).filter(o -> (o[0] & 0xff) >= 0xa1);
      case "GB18030" -> c == 0xe5e5 ? Optional.empty() : encoder.octets(c);
      case GbkCharset.NAME -> c == 0x20ac ? Optional.of(new byte[] {(byte) 0x80}) : gbk(c);
      default -> encoder.octets(c);
    };
  }

  private Optional<byte[]> gbk(int c) {
    return c == 0xe5e5 ? Optional.empty() : encoder.octets(c).filter(octets -> octets.length <= 2);
  }

  static int japanese(int c) {
    int at = JAPANESE.indexOf(c);
    return at < 0 ? c : JDK_JAPANESE.charAt(at);
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

  /// Writes ISO-2022-JP, which switches between sets of characters and ends in ASCII.
  private static final class Iso2022JpOctets {
    private static final Charset JIS = Charset.forName("EUC-JP");
    private static final String ASCII = "(B";
    private static final String ROMAN = "(J";
    private static final String KANJI = "$B";

    private final CharacterEncoder jis;
    private final StringBuilder out = new StringBuilder();
    private String set = ASCII;

    /// @param jis the encoder of [#JIS]
    Iso2022JpOctets(CharacterEncoder jis) {
      this.jis = jis;
    }

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
      var octets = jis.octets(wide).filter(o -> o.length == 2 && (o[0] & 0xff) >= 0xa1);
      if (octets.isEmpty()) {
        switchTo(ASCII);
        reference(c, out);
        return;
      }
      switchTo(KANJI);
      var high = octets.get();
      QueryOctets.append(new byte[] {(byte) (high[0] & 0x7f), (byte) (high[1] & 0x7f)}, out);
    }

    private void switchTo(String next) {
      if (!next.equals(set)) {
        QueryOctets.append(("\u001b" + next).getBytes(StandardCharsets.US_ASCII), out);
        set = next;
      }
    }
  }

  /// Encodes single characters in one charset.
  private sealed interface CharacterEncoder {
    /// {@return the octets of a character; empty if the charset does not have it}
    ///
    /// @param c a code point
    Optional<byte[]> octets(int c);

    /// {@return the encoder of a charset}
    ///
    /// @param charset any charset; one that can only decode has one octet for each character
    static CharacterEncoder of(Charset charset) {
      return charset.canEncode() ? new Direct(charset) : Reversed.of(charset);
    }

    /// An encoder of the JDK. It throws no exception for a character that it does not have.
    final class Direct implements CharacterEncoder {
      private static final int MAX_BYTES = 16;

      private final CharsetEncoder encoder;
      private final ByteBuffer out = ByteBuffer.allocate(MAX_BYTES);

      private Direct(Charset charset) {
        this.encoder = charset.newEncoder();
      }

      @Override
      public Optional<byte[]> octets(int c) {
        out.clear();
        encoder.reset();
        var in = CharBuffer.wrap(Character.toString(c));
        boolean isEncoded =
            encoder.encode(in, out, true).isUnderflow() && encoder.flush(out).isUnderflow();
        return isEncoded
            ? Optional.of(Arrays.copyOf(out.array(), out.position()))
            : Optional.empty();
      }
    }

    /// The octets of the characters of a charset that can only decode.
    record Reversed(Map<Integer, Byte> byCharacter) implements CharacterEncoder {
      private static Reversed of(Charset charset) {
        var byCharacter = new HashMap<Integer, Byte>();
        for (int octet = 0x80; octet < 0x100; octet++) {
          var text = new String(new byte[] {(byte) octet}, charset);
          byCharacter.putIfAbsent(text.codePointAt(0), (byte) octet);
        }
        return new Reversed(Map.copyOf(byCharacter));
      }

      @Override
      public Optional<byte[]> octets(int c) {
        return Optional.ofNullable(byCharacter.get(c)).map(octet -> new byte[] {octet});
      }
    }
  }
}
