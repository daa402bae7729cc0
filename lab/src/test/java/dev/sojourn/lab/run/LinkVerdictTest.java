package dev.sojourn.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.lab.experiment.CrawlDescription;
import dev.sojourn.lab.experiment.HostsDescription;
import dev.sojourn.lab.experiment.RunProcessors;
import dev.sojourn.lab.experiment.ServedSite;
import dev.sojourn.lab.experiment.ServerProgram;
import dev.sojourn.lab.experiment.SiteDescription;
import dev.sojourn.lab.experiment.Variant;
import dev.sojourn.lab.link.LinkSettings;
import dev.sojourn.lab.link.Outage;
import dev.sojourn.lab.link.RunLinks;
import dev.sojourn.lab.result.LinkResult;
import dev.sojourn.lab.result.RunOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Links that were not what the experiment asked for.
final class LinkVerdictTest {
  private static CrawlVerdict late(double delayMillis, double rate, double lateMillis) {
    return LinkVerdict.of(
        List.of(link(delayMillis, rate, lateMillis, 0)), variant(LinkSettings.FREE), 1);
  }

  private static LinkResult link(double delayMillis, double rate, double lateMillis, int refused) {
    return new LinkResult(
        "web server",
        delayMillis,
        rate,
        0,
        1_024,
        1,
        1,
        0,
        0,
        0,
        lateMillis,
        99,
        0,
        0,
        refused,
        0,
        0);
  }

  private static Variant variant(LinkSettings ofSecondSite) {
    var site =
        new ServedSite(
            new SiteDescription.Folder("/", Path.of("site")), ServerProgram.LAB, true, true);
    return new Variant(
        1,
        List.of(),
        List.of(site, site),
        HostsDescription.NONE,
        RunProcessors.ALL,
        new RunLinks(LinkSettings.FREE, Map.of(1, ofSecondSite), Map.of()),
        new CrawlDescription(
            CrawlDescription.Kind.CLASSIC,
            Optional.empty(),
            List.of("indexing"),
            Optional.empty(),
            1,
            true,
            1,
            CrawlDescription.Again.ANEW,
            false,
            Duration.ofDays(1)),
        List.of());
  }

  @Test
  void aLinkThatRefusedConnectionsLeavesTheCharts() {
    assertThat(LinkVerdict.of(List.of(link(0, 0, 0, 6)), variant(LinkSettings.FREE), 1))
        .isEqualTo(
            new CrawlVerdict(
                RunOutcome.PARTIAL,
                "The link to the web server refused connections (6 of 1,030), since it takes at"
                    + " most 1,024 at once; use fewer connections."));
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

    assertThat(LinkVerdict.of(List.of(), variant(settings), 5.1).outcome())
        .isEqualTo(RunOutcome.DONE);
    assertThat(LinkVerdict.of(List.of(), variant(settings), 4.9))
        .isEqualTo(
            new CrawlVerdict(RunOutcome.PARTIAL, "The crawl ended before the last outage began."));
  }
}
