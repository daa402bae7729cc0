package dev.sojourn.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.lab.link.LinkSettings;
import dev.sojourn.lab.link.Outage;
import dev.sojourn.lab.result.LinkResult;
import dev.sojourn.lab.result.RunOutcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Links that were not what the experiment asked for.
final class LinkVerdictTest {
  private static CrawlVerdict late(double delayMillis, double rate, double lateMillis) {
    var link = new LinkResult("web server", delayMillis, rate, 0, 1, 1, 1, 0, 0, 0, lateMillis, 99);
    return LinkVerdict.of(List.of(link), LinkSettings.FREE, 1);
  }

  @Test
  void aLinkThatIsLateByAFifthLeavesTheCharts() {
    assertThat(late(100, 0, 20).outcome()).isEqualTo(RunOutcome.DONE);
    assertThat(late(100, 0, 20.1))
        .isEqualTo(
            new CrawlVerdict(
                RunOutcome.PARTIAL,
                "The link to the web server delivered 20.1 ms late on average with a delay of"
                    + " 100.0 ms (expected: at most 20.0 ms); the machine is too busy for it."));
  }

  @Test
  void aShortDelayAndARateHaveTwoMilliseconds() {
    assertThat(late(1, 0, 2).outcome()).isEqualTo(RunOutcome.DONE);
    assertThat(late(1, 0, 2.1).outcome()).isEqualTo(RunOutcome.PARTIAL);
    assertThat(late(0, 1e6, 2.1).outcome()).isEqualTo(RunOutcome.PARTIAL);
  }

  @Test
  void aLinkThatNeitherDelaysNorLimitsIsNeverLate() {
    assertThat(late(0, 0, 50).outcome()).isEqualTo(RunOutcome.DONE);
  }

  @Test
  void aCrawlThatEndsBeforeAnOutageBeginsDidNotMeetIt() {
    var outages =
        List.of(
            new Outage(Duration.ofSeconds(1), Duration.ofSeconds(1)),
            new Outage(Duration.ofSeconds(5), Duration.ofSeconds(1)));
    var settings = new LinkSettings(Duration.ZERO, 0, outages);

    assertThat(LinkVerdict.of(List.of(), settings, 5.1).outcome()).isEqualTo(RunOutcome.DONE);
    assertThat(LinkVerdict.of(List.of(), settings, 4.9))
        .isEqualTo(
            new CrawlVerdict(RunOutcome.PARTIAL, "The crawl ended before every outage had begun."));
  }
}
