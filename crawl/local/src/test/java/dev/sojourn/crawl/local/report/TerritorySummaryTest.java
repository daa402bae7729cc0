package dev.sojourn.crawl.local.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.robots.Route;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TerritorySummaryTest {
  private static final TerritorySummary COMPLETE =
      new TerritorySummary(
          "http://a.example",
          "/",
          new Route.None(0),
          0,
          CrawlWay.CLASSIC,
          TerritoryStatus.COMPLETE,
          "",
          0,
          0,
          0,
          7,
          0,
          PageCounts.NONE,
          "2 of 3");

  @Test
  void aTerritoryWithPagesThatFailedIsInPartAndCountsThem() {
    var counted = COMPLETE.withUrls(counts(20, 8));
    assertThat(counted.state()).isEqualTo(TerritoryStatus.IN_PART);
    assertThat(counted.reason()).isEqualTo("8 of 20 pages could not be read (8 timed-out).");
  }

  @Test
  void onePageIsNoPages() {
    assertThat(COMPLETE.withUrls(counts(1, 1)).reason())
        .isEqualTo("1 of 1 page could not be read (1 timed-out).");
  }

  @Test
  void theBytesOfHostsStayWithItAndAreNoMemberOfJson() {
    var lost = COMPLETE.withUrls(counts(1, 1));
    assertThat(lost.hostBytes()).isEqualTo(7);
    assertThat(new ObjectMapper().valueToTree(lost).has("hostBytes")).isFalse();
  }

  @Test
  void jsonHasTheWordsOfEachValue() {
    var site =
        new SiteSummary(
            "http://a.example",
            RobotsStanding.READ_ELSEWHERE,
            "",
            List.of(),
            SiteContent.NO_HTML,
            List.of(),
            List.of(),
            false);
    assertThat(new ObjectMapper().valueToTree(COMPLETE).toString())
        .contains("\"line\":0,\"crawled\":\"classic\",\"state\":\"complete\",\"reason\"");
    assertThat(new ObjectMapper().valueToTree(site).toString())
        .contains("\"robots\":\"read_elsewhere\",\"sentence\"")
        .contains("\"content\":\"no html\"");
  }

  private static PageCounts counts(long asked, long failed) {
    return new PageCounts(
        asked,
        Map.of("timed-out", failed),
        0,
        0,
        0,
        0,
        FrontierCounts.NONE,
        List.of(new FailedPages("timed-out", failed, List.of())));
  }
}
