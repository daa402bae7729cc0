package dev.sojourn.dispatcher.cli.display;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.crawl.local.report.OutsideSummary;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutsideTextTest {
  private static final List<String> SITES = List.of("https://example.org", "http://[::1]:8080");

  private static String text(long links, Map<String, Long> byOrigin) {
    var text = new StringWriter();
    OutsideText.print(OutsideSummary.of(links, byOrigin, SITES), new PrintWriter(text, true));
    return text.toString();
  }

  @Test
  void anotherNameOfASiteIsNamedWithWhatToDo() {
    assertThat(text(1_204, Map.of("https://www.example.org", 1_204L)))
        .isEqualTo(
            "1,204 links lead to https://www.example.org, which is not in this crawl; it looks like"
                + " another name of https://example.org: name it as a start URL too, to crawl"
                + " it.\n");
    for (var name : List.of("http://example.org", "https://example.org:8443", "http://[::1]")) {
      assertThat(text(1, Map.of(name, 1L))).contains("1 link leads to", "looks like another name");
    }
    for (var name : List.of("https://example.com", "https://a.example.org", "http://[::2]")) {
      assertThat(text(1, Map.of(name, 1L))).doesNotContain("looks like another name");
    }
  }

  @Test
  void theSiteThatMostLinksLeadToIsNamed() {
    assertThat(text(10, Map.of("https://a.example", 7L, "https://b.example", 2L)))
        .isEqualTo(
            "10 links lead out of this crawl, 7 of them to https://a.example; name it as a start"
                + " URL too, to crawl it.\n");
    assertThat(text(0, Map.of())).isEmpty();
  }

  @Test
  void anotherNameIsFoundAlsoWhereTenSitesHaveMoreLinks() {
    var links = new HashMap<String, Long>();
    for (int i = 0; i < 100; i++) {
      links.put("https://s" + i + ".example", 100L + i);
    }
    links.put("https://www.example.org", 1L);
    assertThat(text(20_000, links))
        .contains("1 link leads to https://www.example.org,", "199 of them to https://s99.example");
  }
}
