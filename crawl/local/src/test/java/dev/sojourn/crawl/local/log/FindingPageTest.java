package dev.sojourn.crawl.local.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.parcel.ParcelLine;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FindingPageTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"url\":\"http://a.example/\",\"text\":\"x\"} | http://a.example/",
        "{\"url\":\"http://a.example/\"} | http://a.example/",
        "{ \"url\" : \"http://a.example/\" } | http://a.example/",
        "{\"text\":\"x\",\"url\":\"http://a.example/\"} | http://a.example/",
        "{\"text\":{\"url\":\"http://b.example/\"},\"url\":\"http://a.example/\"} |"
            + " http://a.example/",
        "{\"url\":\"http:\\/\\/a.example\\/\"} | http://a.example/",
        "{\"url\":\"a\\\"b\",\"text\":\"c\"} | a\"b",
        "{\"url\":\"a\\\\\",\"text\":\"c\"} | a\\",
        "{\"url\":\"\"} | ``",
        "{\"url\":7,\"text\":\"\\\"\"} | none",
        "{\"urls\":\"http://a.example/\"} | none",
        "{} | none"
      })
  void theUrlIsThatOfTheJsonHoweverItIsWritten(String finding, String url) throws IOException {
    assertThat(FindingPage.url(finding).orElse("none")).isEqualTo(url);
    assertThat(FindingPage.of(finding).url().orElse("none")).isEqualTo(url);
    assertThat(FindingPage.url(shortened(finding)).orElse("none")).isEqualTo(url);
  }

  @Test
  void whatTheLogReadsIsLeftAndNothingElse() throws IOException {
    assertThat(shortened("{\"url\":\"http://a.example/\",\"text\":\"long\"}"))
        .isEqualTo("{\"url\":\"http://a.example/\"}");
    var better = "{\"digest\":\"0123\",\"betterUrl\":\"http://a.example/b\",\"text\":\"long\"}";
    assertThat(FindingPage.of(shortened(better))).isEqualTo(FindingPage.of(better));
    assertThat(shortened(better)).doesNotContain("long");
    var cut = "{\"url\":\"http://a.example/c\",\"textChars\":300000,\"text\":\"long\"}";
    assertThat(FindingPage.isCut(cut)).isTrue();
    assertThat(shortened(cut)).doesNotContain("long");
    assertThat(FindingPage.isCut(shortened(cut))).isTrue();
    for (var whole : List.of("null", "\"1\"", "-", "")) {
      assertThat(FindingPage.isCut(cut.replace("300000,\"text\":\"long\"}", whole))).isFalse();
    }
    var elsewhere = "{\"url\":\"no page\",\"digest\":\"0123\",\"betterUrl\":\"x\"}";
    assertThat(FindingPage.of(shortened(elsewhere))).isEqualTo(FindingPage.of(elsewhere));
  }

  private static String shortened(String finding) throws IOException {
    return ((ParcelLine.Finding) FindingPage.shortened(finding)).json();
  }
}
