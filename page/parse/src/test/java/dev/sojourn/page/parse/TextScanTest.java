package dev.sojourn.page.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.jsoup.Jsoup;
import org.jsoup.internal.StringUtil;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TextScanTest {
  private static final int NO_LIMIT = 1 << 20;

  private static final String[] PIECES =
      ("word|a b| |\n"
           + "|&nbsp;|\u00ad|\u200b|\u0001|<br>|<b>|</b>|<i>"
           + " </i>|<p>|</p>|<div>|</div>|<output>|</output>|<object>|</object>|<video>|</video>|<button>|</button>|<select>|<option>|</select>|<img>|<input>|<textarea>\n"
           + " x </textarea>|<pre>\n"
           + "|</pre>|<canvas>"
           + "|</canvas>|<svg>|</svg>|<math><mi>|</math>|<iframe>f</iframe>|<table><td>|</table>|<script>s</script>|<!--c-->|<meter>"
           + " </meter>|<progress>x</progress>|<title>t </title>")
          .split("\\|");

  @Test
  void theTextsOfAllElementsOfRandomPagesAreThoseOfTheParser() {
    var random = new Random(20_261_130);
    int chars = 0;
    for (int i = 0; i < 5_000; i++) {
      var html = new StringBuilder();
      for (int n = random.nextInt(25); n > 0; n--) {
        html.append(PIECES[random.nextInt(PIECES.length)]);
      }
      for (var element : Jsoup.parse(html.toString()).getAllElements()) {
        chars += assertSame(element, html.toString());
      }
    }
    assertThat(chars).isGreaterThan(100_000);
  }

  @Test
  void theTextsOfXmlAreThoseOfTheParser() {
    var random = new Random(20_261_130);
    var pieces =
        "a |<x>|</x>|<![CDATA[ b\n ]]>|<br/>|<p>|</p>|<pre>|</pre>|<!--c-->|&amp;".split("\\|");
    for (int i = 0; i < 2_000; i++) {
      var xml = new StringBuilder("<r>");
      for (int n = random.nextInt(15); n > 0; n--) {
        xml.append(pieces[random.nextInt(pieces.length)]);
      }
      for (var element : Jsoup.parse(xml.toString(), Parser.xmlParser()).getAllElements()) {
        assertSame(element, xml.toString());
      }
    }
  }

  private static int assertSame(Element element, String about) {
    var meter = WorkMeter.unchecked();
    var text = element.text();
    assertThat(TextScan.of(element, NO_LIMIT, meter)).as(about).isEqualTo(text);
    assertThat(TextScan.own(element, NO_LIMIT, meter)).as(about).isEqualTo(element.ownText());
    assertThat(TextScan.folded(element, NO_LIMIT, meter))
        .as(about)
        .isEqualTo(StringUtil.normaliseWhitespace(text).trim());
    if (!text.isEmpty()) {
      int most = text.length() - 1;
      assertThat(TextScan.of(element, most, meter)).as(about).isEqualTo(text);
      assertThat(TextScan.of(element, most / 2, meter))
          .as(about)
          .isEqualTo(text.substring(0, most / 2 + 1));
    }
    return text.length();
  }

  @ParameterizedTest
  @CsvSource({
    "'<p>abc', 3, abc",
    "'<p>abc ', 3, abc",
    "'<p>abc<p> <p>', 3, abc",
    "'<pre>abc\n\n\n</pre>', 3, abc",
    "'<p>abcd', 3, abcd",
    "'<p>abcdefg', 3, abcd",
    "'<p>abc d', 3, 'abc '",
    "'<pre>abc\n\n\nd</pre>', 3, 'abc\n'",
    "'<p>  ', 0, ''",
    "'<p>ab', 0, a",
  })
  void aTextOverItsLimitHasOneCharacterMore(String html, int most, String text) {
    assertThat(TextScan.of(Jsoup.parse(html).body(), most, WorkMeter.unchecked())).isEqualTo(text);
  }

  /// Each of the nested elements was searched for text, again and again.
  @Test
  void nestedElementsThatSeparateWordsAreSearchedOnce() {
    var html = "x" + "<output>".repeat(400) + "<b></b>".repeat(20_000);
    var body = Jsoup.parse(html).body();
    for (var end : new String[] {"", "y"}) {
      body.append(end);
      long[] checks = {0};
      TextScan.of(body, NO_LIMIT, new WorkMeter(() -> checks[0]++));
      assertThat(checks[0] * WorkMeter.SHARE_CHARS / WorkMeter.NODE_CHARS).isLessThan(100_000);
    }
  }
}
