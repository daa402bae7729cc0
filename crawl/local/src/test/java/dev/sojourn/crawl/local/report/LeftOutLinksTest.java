package dev.sojourn.crawl.local.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.FrontierCounts;
import org.junit.jupiter.api.Test;

final class LeftOutLinksTest {
  @Test
  void reportsWhyLinksWereLeftOut() {
    assertThat(
            LeftOutLinks.remark(
                "The agent of http://h",
                new FrontierCounts(0, 0, 9, 9, 9, 9, 1_200, 0, 3, 1, 9, 5, 0, 0, 0, 0)))
        .contains(
            "The agent of http://h left out 1,209 links: 1,200 too deep, 3 to paths that repeat"
                + " themselves, 1 to years far ahead in a calendar, 5 longer than 8,192"
                + " characters.");
    assertThat(
            LeftOutLinks.remark(
                "A", new FrontierCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 3, 0)))
        .contains("A left out 12 links: 12 to feeds beyond the first hundred.");
    assertThat(
            LeftOutLinks.remark(
                "The agent of http://h",
                new FrontierCounts(0, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3, 0, 0, 0)))
        .contains(
            "The agent of http://h left out 1 link: 1 to paths that grow. The agent of http://h"
                + " left user information out of 3 links. The agent of http://h ended with 2 pages"
                + " that it knew of and did not ask for.");
  }

  @Test
  void isSilentOfWhatTheSiteWishedAndOfPagesThatAreNamedElsewhere() {
    assertThat(
            LeftOutLinks.remark(
                "The agent of http://h",
                new FrontierCounts(0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 5, 0, 0, 0, 6, 0)))
        .isEmpty();
  }
}
