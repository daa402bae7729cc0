package dev.sojourn.dispatcher.cli.display;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.crawl.local.report.PageCounts;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PageCountsTextTest {

  private static List<String> lines(long asked, Map<String, Long> outcomes) {
    var text = new StringWriter();
    var counts = new PageCounts(asked, outcomes, 0, 0, 0, 0, FrontierCounts.NONE, List.of());
    PageCountsText.print(counts, " The log.", new PrintWriter(text));
    return text.toString().lines().toList();
  }

  @Test
  void urlsThatTheOwnerLeavesOutAreNotAmongThoseAskedFor() {
    assertThat(lines(6, Map.of("fetched", 5L, "disallowed", 1L, "unwanted", 4L)))
        .containsExactly(
            "6 URLs asked for: 1 disallowed, 5 fetched. The log.",
            "4 URLs left out by --include and --exclude.");
  }

  @Test
  void theLogIsNamedOnce() {
    assertThat(lines(5, Map.of("fetched", 5L, "unwanted", 1L)))
        .containsExactly("1 URL left out by --include and --exclude. The log.");
    assertThat(lines(5, Map.of("fetched", 5L))).isEmpty();
  }
}
