package dev.sojourn.page.parse;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.agent.Link;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.testing.SharedData;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class QueryOctetsTest {
  private static final PageUrl URL = PageUrl.parse("http://h/d/").orElseThrow();

  @ParameterizedTest
  @CsvSource({
    "windows-1251, \u043c\u0438\u0440, %EC%E8%F0",
    "koi8-r, \u043c\u0438\u0440, %CD%C9%D2",
    "iso-8859-1, \u20ac\u043c\u00e9, %80%26%231084%3B%E9",
    "gb2312, \u6d2a17, %BA%E917",
    "gbk, \u20ac\ud83d\ude00, %80%26%23128512%3B",
    "gb18030, \u20ac\ud83d\ude00, %A2%E3%949%FC6",
    "shift_jis, \u65e5\u672c, %93%FA%96{",
    "shift_jis, \u00a5\uff71, \\%B1",
    "euc-jp, \u65e5\uff71, %C6%FC%8E%B1",
    "iso-2022-jp, a\u65e5b, a%1B$BF|%1B(Bb",
    "iso-2022-jp, \uff76, %1B$B%+%1B(B",
    "big5, \u4e2d\u2020, %A4%A4%26%238224%3B",
    "euc-kr, \ud55c, %C7%D1",
    "iso-8859-10, \u0101, %E0",
    "x-user-defined, \uf7ff\u00e9, %FF%26%23233%3B",
    "utf-8, \u00e9, %C3%A9",
    "utf-16le, \u00e9, %C3%A9",
    "replacement, \u00e9, %C3%A9",
  })
  void aQueryIsInTheCharsetOfItsPageAndThePathInUtf8(String label, String query, String octets) {
    var page = ParsedHtml.parse("<a href='\u00fc?q=" + query + "&x'>", URL, charset(label));

    assertThat(page.links())
        .extracting(Link::url)
        .containsExactly("http://h/d/%C3%BC?q=" + octets + "&x");
  }

  @Test
  void allReferencesOfAPageAreInItsCharset() {
    var page =
        ParsedHtml.parse(
            "<base href='/b/?\u00e9'><link rel=canonical href='?c=\u00e9'><a href='?d=\u00e9'>",
            URL,
            charset("windows-1252"));

    assertThat(page.canonical()).contains("http://h/b/?c=%E9");
    assertThat(page.links()).extracting(Link::url).contains("http://h/b/?d=%E9");
    assertThat(page.linkContexts()).extracting(c -> c.url()).contains("http://h/b/?d=%E9");
  }

  @Test
  void writesEachQueryAsTheUrlStandardDoes() throws IOException {
    var data = SharedData.directory("url").map(place -> place.resolve("percent-encoding.json"));
    if (data.isEmpty()) {
      System.out.println("skipped: percent-encoding.json, which is not there");
      return;
    }
    var all = new SoftAssertions();
    try (var in = Files.newInputStream(data.get())) {
      for (var each : new ObjectMapper().readTree(in)) {
        for (var output : each.path("output").properties()) {
          var resolved =
              URL.resolve(
                  "?" + each.get("input").asText(), QueryOctets.of(charset(output.getKey())));
          all.assertThat(resolved.flatMap(PageUrl::query))
              .describedAs("%s in %s", each.get("input"), output.getKey())
              .contains(output.getValue().asText());
        }
      }
    }
    all.assertAll();
  }

  private static Charset charset(String label) {
    return EncodingLabels.find(label).orElseThrow();
  }
}
