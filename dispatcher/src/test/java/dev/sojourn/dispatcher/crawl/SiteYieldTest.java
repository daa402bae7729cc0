package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.dispatcher.crawl.report.TerritorySummary;
import dev.sojourn.visit.content.Content;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SiteYieldTest {
  private static final PageUrl URL = PageUrl.parse("http://a.example/x").orElseThrow();

  /// A header field may hold what clears the screen, or sets the title of the window.
  @Test
  void aContentTypeCannotSteerTheTerminalThatShowsTheSummary() {
    var yield = new SiteYield(true);
    var type = "image/\u001b[2J\u009b31mred\u202e; charset=x";
    yield.noticed(
        URL, new Content.Found(URL, 200, Map.of("content-type", List.of(type)), new byte[] {1}));
    var territory =
        new TerritorySummary(
            "http://a.example", "/", "none", 1, "classic", "complete", "", 1, 0, 9, 0);

    assertThat(yield.remark("http://a.example", List.of(territory)).orElseThrow())
        .startsWith("There is no HTML in the 1 page read of http://a.example (image/ [2j 31mred)");
  }
}
