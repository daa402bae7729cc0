package dev.sojourn.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class DemoReportTest {
  private static final String EVIL = "<script>alert('x')</script>\"&";
  private static final String EVIL_ESCAPED =
      "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot;&amp;";

  @Test
  void showsTheFigures() {
    var html = DemoReport.render(demo("Analyzer", Optional.empty()), "User-agent: *\n");

    assertThat(html)
        .contains("A complete crawl at http://127.0.0.1:8080: 3,021 pages read and 3,000 indexed")
        .contains("<code>/junit/</code>", "atp://127.0.0.1:7001", "line 6", "mobile")
        .contains("1,234,567", "7,654,321", "222,333")
        .contains(" 1  User-agent: *")
        .contains("<li><b>Analyzer</b>");
  }

  @Test
  void namesTheReasonWhereAPartWasNotCrawledAsPlanned() {
    var html = DemoReport.render(demo("t", Optional.of("The host was lost.")), "");

    assertThat(html).contains("<br>The host was lost.");
  }

  @Test
  void scriptInATitleAReasonOrRobotsTxtStaysText() {
    var html = DemoReport.render(demo(EVIL, Optional.of(EVIL)), EVIL);

    assertThat(html).doesNotContain("<script").contains(EVIL_ESCAPED);
  }

  @Test
  void needsNothingFromOutside() {
    var html = DemoReport.render(demo("t", Optional.empty()), "");

    assertThat(html).doesNotContain("src=", "href=", "url(", "@import", "<script", "<link");
  }

  private static DemoResult demo(String title, Optional<String> reason) {
    return new DemoResult(
        "http://127.0.0.1:8080",
        true,
        3021,
        3000,
        List.of(
            new DemoResult.Part(
                "/junit/",
                "atp://127.0.0.1:7001",
                Optional.of(6),
                "mobile",
                3021,
                3000,
                1_234_567,
                7_654_321,
                reason)),
        1_234_567,
        222_333,
        7_654_321,
        12.34,
        new DemoResult.Found(
            title, 3, List.of(new DemoResult.Hit(title, "http://127.0.0.1:8080/" + title, title))),
        "/tmp/demo/crawl",
        "/tmp/demo/report.html");
  }
}
