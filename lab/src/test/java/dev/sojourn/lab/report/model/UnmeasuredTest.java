package dev.sojourn.lab.report.model;

import static dev.sojourn.lab.report.RunSamples.delay;
import static dev.sojourn.lab.report.RunSamples.done;
import static dev.sojourn.lab.report.RunSamples.kind;
import static dev.sojourn.lab.report.RunSamples.report;
import static dev.sojourn.lab.report.RunSamples.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.lab.experiment.Plot;
import dev.sojourn.lab.experiment.Target;
import dev.sojourn.lab.result.ChangeCounts;
import dev.sojourn.lab.result.Measure;
import dev.sojourn.lab.result.ProcessResult;
import dev.sojourn.lab.result.ResultsDirectory;
import dev.sojourn.lab.result.RoundResult;
import dev.sojourn.lab.result.RunResult;
import dev.sojourn.lab.result.Side;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Figures that a run does not have: no 0 stands for them.
final class UnmeasuredTest {
  private static final ProcessResult DISPATCHER = new ProcessResult("dispatcher", 1.5, 64 << 20);

  /// The process ended before the first sample.
  private static final ProcessResult SHORT_CRAWLER = new ProcessResult("crawler", 0.1, 0);

  private static final RunResult WITH_ROUNDS =
      with(
          done(1, 4, delay(0), kind("mobile")),
          DISPATCHER,
          new RoundResult(2, 100, 7 << 20, 0, 0, ChangeCounts.NONE, 0, 0),
          new RoundResult(2, 100, 9 << 20, 0, 0, ChangeCounts.NONE, 0, 0));
  private static final RunResult OVER_HTTP =
      with(
          done(2, 4, delay(0), kind("classic")),
          DISPATCHER,
          new RoundResult(4, 100, 0, 0, 0, ChangeCounts.NONE, 0, 0));
  private static final RunResult OF_OTHERS =
      with(done(3, 4, delay(0), kind("wget2")), SHORT_CRAWLER);

  @TempDir private Path temp;

  @Test
  void memoryOfIdleHostsIsThatAfterTheLastRound() {
    assertThat(Measure.IDLE_MEMORY.of(WITH_ROUNDS)).hasValue(9 << 20);
    assertThat(Measure.IDLE_MEMORY.of(OVER_HTTP)).isEmpty();
    assertThat(Measure.IDLE_MEMORY.of(OF_OTHERS)).isEmpty();
  }

  @Test
  void memoryOfAProgramThatNoSampleSawIsNotKnown() {
    assertThat(Measure.PEAK_MEMORY.of(OVER_HTTP)).hasValue(64 << 20);
    assertThat(Measure.PEAK_MEMORY.of(OF_OTHERS)).isEmpty();
  }

  @Test
  void aCrawlerOfOthersHasNoFindings() {
    assertThat(Measure.FINDINGS.of(OF_OTHERS)).isEmpty();
    assertThat(Measure.CRAWLER_CPU_PER_1000_PAGES.of(OF_OTHERS)).hasValue(1);
    assertThat(Measure.CPU_PER_1000_PAGES.of(OF_OTHERS)).hasValue(1);
    assertThat(Measure.CRAWLER_CPU_PER_1000_PAGES.of(OVER_HTTP)).hasValue(15);
  }

  /// Rounds of earlier versions have no processor time, and a recrawl may read no page.
  @Test
  void theSiteOfLaterRoundsIsKnownIfItWasMeasured() {
    var first = new RoundResult(2, 100, 0, 0, 0, ChangeCounts.NONE, 9, 1);
    var read = with(WITH_ROUNDS, DISPATCHER, first, later(50, 2), later(150, 4));
    var unread = with(WITH_ROUNDS, DISPATCHER, first, later(0, 2));

    assertThat(Measure.LATER_SITE_CPU.of(read)).hasValue(3);
    assertThat(Measure.LATER_SITE_CPU_PER_1000_PAGES.of(read)).hasValue(30);
    assertThat(Measure.LATER_SITE_CPU.of(unread)).hasValue(2);
    assertThat(Measure.LATER_SITE_CPU_PER_1000_PAGES.of(unread)).isEmpty();
    assertThat(Measure.LATER_SITE_CPU.of(WITH_ROUNDS)).isEmpty();
    assertThat(Measure.LATER_SITE_CPU.of(with(WITH_ROUNDS, DISPATCHER, first))).isEmpty();
  }

  private static RoundResult later(int pages, double siteSeconds) {
    return new RoundResult(2, pages, 0, 0, 0, ChangeCounts.NONE, siteSeconds, 0.5);
  }

  @Test
  void theSidesOfARunHaveAllItsProcessesButTheLab() {
    var processes =
        List.of(
            DISPATCHER,
            new ProcessResult("host 1", 2, 0),
            new ProcessResult("host 12", 3, 0),
            new ProcessResult("web server 2", 0.5, 0),
            new ProcessResult("lab", 100, 0));

    assertThat(Side.SITE.cpuSeconds(processes)).isEqualTo(5.5);
    assertThat(Side.CRAWLER.cpuSeconds(processes)).isEqualTo(1.5);
  }

  @Test
  void aTargetOfItIsNotMet() {
    var target =
        new Target(
            "Little.",
            Measure.IDLE_MEMORY,
            Map.of("crawl.kind", "classic"),
            Map.of(),
            Measure.IDLE_MEMORY,
            Target.Bound.AT_MOST,
            1);

    var result = TargetResult.of(target, List.of(WITH_ROUNDS, OVER_HTTP));

    assertThat(result.measured()).isEmpty();
    assertThat(result.isMet()).isFalse();
    assertThat(result.runs()).isZero();
  }

  @Test
  void aChartHasNoPointOfItAndALineWithoutPointsIsLeftOut() {
    var plot = new Plot("Memory", "link.delay", Measure.IDLE_MEMORY, List.of("crawl.kind"));

    var chart = report("x", List.of(plot), List.of(WITH_ROUNDS, OVER_HTTP)).charts().getFirst();

    assertThat(chart.title()).isEqualTo("Memory");
    assertThat(chart.series())
        .containsExactly(
            new ChartSeries(
                "mobile",
                List.of("mobile"),
                List.of(
                    new ChartPoint(
                        Optional.of(delay(0)),
                        new Spread(9 << 20, 9 << 20, 9 << 20, 1, Optional.empty())))));
  }

  @Test
  void aChartWithoutPointsIsLeftOut() {
    var plot = new Plot("Memory", "link.delay", Measure.IDLE_MEMORY, List.of("crawl.kind"));

    assertThat(report("x", List.of(plot), List.of(OVER_HTTP, OF_OTHERS)).charts())
        .extracting(Chart::measure)
        .doesNotContain(Measure.IDLE_MEMORY);
    assertThat(report("x", List.of(), List.of(OF_OTHERS)).charts())
        .extracting(Chart::measure)
        .doesNotContain(Measure.PEAK_MEMORY);
  }

  @Test
  void itsCellOfTheTableIsEmpty() throws IOException, URISyntaxException {
    var sample = ResultsDirectory.class.getResource("sample/runs.jsonl").toURI();
    var results = new ResultsDirectory(temp);
    results.begin("", new ResultsDirectory(Path.of(sample).resolveSibling("")).readMachine());
    results.writeTables(List.of(WITH_ROUNDS, OF_OTHERS), Map.of());

    var lines = Files.readAllLines(results.table());

    assertThat(lines.getFirst()).contains(",peak-memory (B),idle-memory (B),others-cpu-time");
    assertThat(lines.get(1)).endsWith("," + (64 << 20) + "," + (9 << 20) + ",,,,");
    assertThat(lines.get(2)).endsWith(",,,,,");
  }
}
