package dev.sojourn.page.parse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PageEncodingTest {
  private static final byte[] EURO_1252 = {'a', (byte) 0x80};

  @ParameterizedTest
  @ValueSource(
      strings = {
        "iso-8859-1",
        "ISO-8859-1",
        "latin1",
        "ascii",
        "us-ascii",
        "l1",
        "cp1252",
        " windows-1252 "
      })
  void latin1AndAsciiAreReadAsWindows1252(String label) {
    assertThat(text(EURO_1252, "text/html; charset=\"" + label + "\"")).isEqualTo("a€");
    assertThat(text(html("<meta charset='" + label + "'>", "\u0080"), "text/html")).endsWith("€");
  }

  @Test
  void whereNothingIsDeclaredTheBytesDecide() {
    assertThat(text(EURO_1252, "text/html")).isEqualTo("a€");
    assertThat(text("caf\u00e9".getBytes(ISO_8859_1), "")).isEqualTo("café");
    assertThat(text("café €".getBytes(UTF_8), "text/html")).isEqualTo("café €");
  }

  @Test
  void aByteOrderMarkComesBeforeAllThatIsDeclared() {
    assertThat(text("\ufeffé".getBytes(UTF_8), "text/html; charset=windows-1251")).isEqualTo("é");
    assertThat(text("\ufeffé".getBytes(StandardCharsets.UTF_16LE), "text/html; charset=utf-8"))
        .isEqualTo("é");
    assertThat(text("\ufeffé".getBytes(StandardCharsets.UTF_16BE), "")).isEqualTo("é");
  }

  @Test
  void theFieldComesBeforeTheElement() {
    var body = html("<meta charset=windows-1251>", "\u00e9");

    assertThat(text(body, "text/html; charset=utf-8")).endsWith("\ufffd");
    assertThat(text(body, "text/html; charset=iso-8859-2")).endsWith("é");
    assertThat(text(body, "text/html")).endsWith("й");
  }

  @Test
  void anUnknownLabelIsPassedOver() {
    assertThat(text(html("<meta charset=koi8-r>", "\u00c1"), "text/html; charset=klingon"))
        .endsWith("а");
    assertThat(text(html("<meta charset=x-unknown>", "\u00e9"), "text/html")).endsWith("é");
    assertThat(text(EURO_1252, "text/html; charset=" + "a".repeat(30_000))).isEqualTo("a€");
  }

  /// The JVM knows them; the standard does not.
  @ParameterizedTest
  @ValueSource(strings = {"UTF-7", "UTF-32", "IBM037", "CESU-8", "x-UTF-16LE-BOM", "ISO-2022-CN"})
  void whatTheStandardDoesNotNameIsNoLabel(String label) {
    assertThat(EncodingLabels.find(label).map(Charset::name))
        .isIn(Optional.empty(), Optional.of(PageEncoding.REPLACEMENT));
  }

  @ParameterizedTest
  @CsvSource({
    "shift_jis, 8341, ア",
    "euc-kr, b0a1, 가",
    "gb2312, c4e3, 你",
    "big5, a741, 你",
    "euc-jp, a4a2, あ",
    "koi8-u, a4, є",
    "iso-8859-10, a1, Ą",
    "iso-8859-14, a1, Ḃ",
    "iso-8859-16, a1, Ą",
    "macintosh, 8a, ä",
    "x-mac-cyrillic, 80, А",
    "windows-874, a1, ก",
    "ibm866, 80, А",
    "iso-8859-8-i, e0, א",
    "iso-8859-9, f0, ğ"
  })
  void eachLabelMeansWhatBrowsersReadInIt(String label, String hex, String expected) {
    var bytes = HexFormat.of().parseHex(hex);

    assertThat(text(bytes, "text/plain; charset=" + label)).isEqualTo(expected);
  }

  @Test
  void anEncodingThatCanBeReadInTwoWaysIsNotRead() {
    assertThat(text("<script>".getBytes(UTF_8), "text/html; charset=iso-2022-kr"))
        .isEqualTo("\ufffd");
  }

  @Test
  void whoDeclaresUtf16InAsciiMeansUtf8() {
    assertThat(text(html8("<meta charset=utf-16>", "é"), "text/html")).endsWith("é");
    assertThat(text(html("<meta charset=x-user-defined>", "\u0080"), "text/html")).endsWith("€");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<meta http-equiv=Content-Type content='text/html; charset=windows-1251'>",
        "<META CONTENT=\"charset = 'windows-1251'\" HTTP-EQUIV=\"content-type\" >",
        "<html lang='>'><meta charset=\"windows-1251\"/>",
        "<!-- <meta charset=utf-8> --><meta/charset=windows-1251>",
        "<meta name=a><meta name=charset content=b><meta charset=windows-1251>",
        "<meta content='text/html; charset=utf-8'><meta charset=windows-1251>",
        "<?xml version='1.0' encoding=\"windows-1251\"?>"
      })
  void declarationsInThePageAreFound(String head) {
    assertThat(text(html(head, "\u00e9"), "text/html")).endsWith("й");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!-- <meta charset=windows-1251>",
        "<a title='<meta charset=windows-1251>'>",
        "<metal charset=windows-1251>",
        "<meta content='text/html; charset=windows-1251'>",
        "<? <meta charset=windows-1251"
      })
  void whatOnlyLooksLikeADeclarationIsNone(String head) {
    assertThat(text(html(head, "\u00e9"), "text/html")).endsWith("é");
  }

  @Test
  void onlyTheBeginningIsSearchedForADeclaration() {
    assertThat(MetaPrescan.of(html(" ".repeat(16 * 1024), "<meta charset=koi8-r>"))).isEmpty();
    assertThat(MetaPrescan.of(html(" ".repeat(2_000), "<meta charset=koi8-r>"))).isPresent();
  }

  /// Each of them would be looked at again from every place by a careless search.
  @ParameterizedTest
  @ValueSource(strings = {"<meta ", "<meta a='", "<meta content='charset", "<a a=\"", "<!--", "<"})
  void aHostileBeginningTakesNoTime(String piece) {
    var body = piece.repeat(20_000).getBytes(ISO_8859_1);

    assertThat(MetaPrescan.of(body)).isEmpty();
  }

  @Test
  void wellFormedUtf8IsDistinguishedFromTheRest() {
    assertThat(Stream.of("", "a", "é", "€", "\ud83d\ude00", "\u07ff\u0800\uffff"))
        .allMatch(text -> isUtf8(text.getBytes(UTF_8)));
    assertThat(
            Stream.of(
                "c0af", "e08080", "eda080", "f4908080", "f5808080", "80", "c3", "e282", "c328"))
        .noneMatch(hex -> isUtf8(HexFormat.of().parseHex(hex)));
  }

  /// Long bodies are decoded in pieces.
  @Test
  void randomOctetsOfAnyLengthAreDecodedAsTheConstructorOfAStringDoes() {
    var random = new Random(20_261_130);
    for (var encoding : EncodingLabels.encodings()) {
      if (encoding.name().equals(PageEncoding.REPLACEMENT)) {
        continue;
      }
      for (int most : new int[] {10, 40_000, 150_000}) {
        var body = new byte[most - random.nextInt(9)];
        random.nextBytes(body);
        body[0] = 'a'; // No mark.
        if (random.nextBoolean()) {
          var text = "a\u00e9\u3042\u0439\ud83d\ude00".repeat(most / 15);
          body = encoding.canEncode() ? text.getBytes(encoding) : body;
        }
        assertThat(PageEncoding.decode(body, encoding, WorkMeter.unchecked()))
            .as("%d bytes in %s", body.length, encoding)
            .isEqualTo(new String(body, encoding));
      }
    }
  }

  private static String text(byte[] body, String contentType) {
    boolean isMarkup = !contentType.startsWith("text/plain");
    var meter = WorkMeter.unchecked();
    return PageEncoding.decode(body, PageEncoding.of(body, contentType, isMarkup, meter), meter);
  }

  private static boolean isUtf8(byte[] body) {
    return PageEncoding.isUtf8(body, WorkMeter.unchecked());
  }

  private static byte[] html(String head, String end) {
    return (head + end).getBytes(ISO_8859_1);
  }

  private static byte[] html8(String head, String end) {
    return (head + end).getBytes(UTF_8);
  }
}
