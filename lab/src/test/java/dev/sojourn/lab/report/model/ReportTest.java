package dev.sojourn.lab.report.model;

import static dev.sojourn.lab.report.RunSamples.delay;
import static dev.sojourn.lab.report.RunSamples.done;
import static dev.sojourn.lab.report.RunSamples.hosts;
import static dev.sojourn.lab.report.RunSamples.kind;
import static dev.sojourn.lab.report.RunSamples.rate;
import static dev.sojourn.lab.report.RunSamples.report;
import static dev.sojourn.lab.report.RunSamples.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.lab.experiment.Plot;
import dev.sojourn.lab.result.Measure;
import dev.sojourn.lab.result.RunOutcome;
import dev.sojourn.lab.result.Setting;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The way from runs to charts, by examples.
final class ReportTest {
  private static final Plot TIME =
      new Plot("Time", "link.delay", Measure.WALL_TIME, List.of("crawl.kind"));

  @Test
  void runsOfOneKindAreOnePointAndVariantsOfOneSettingOneSeries() {
    var chart =
        report(
                "x",
                List.of(TIME),
                List.of(
                    done(3, 8, delay(20), kind("mobile")),
                    done(2, 5, delay(0), kind("classic")),
                    done(1, 4, delay(0), kind("mobile")),
                    done(1, 3, delay(0), kind("mobile"))))
            .charts()
            .getFirst();

    assertThat(chart.title()).isEqualTo("Time");
    assertThat(chart.places()).containsExactly(delay(0), delay(20));
    assertThat(chart.series())
        .containsExactly(
            new ChartSeries(
                "mobile",
                List.of("mobile"),
                List.of(
                    new ChartPoint(
                        Optional.of(delay(0)), new Spread(3.5, 3, 4, 2, Optional.empty())),
                    new ChartPoint(
                        Optional.of(delay(20)), new Spread(8, 8, 8, 1, Optional.empty())))),
            new ChartSeries(
                "classic",
                List.of("classic"),
                List.of(
                    new ChartPoint(
                        Optional.of(delay(0)), new Spread(5, 5, 5, 1, Optional.empty())))));
  }

  @Test
  void onlyRunsThatWereDoneCount() {
    var report =
        report(
            "x",
            List.of(TIME),
            List.of(
                done(1, 4, delay(0), kind("mobile")),
                run(1, RunOutcome.FAILED, "It broke.", 0, delay(0), kind("mobile")),
                run(2, RunOutcome.PARTIAL, "A part.", 1, delay(20), kind("mobile"))));

    assertThat(report.charts().getFirst().places()).containsExactly(delay(0));
    assertThat(report.charts().getFirst().series().getFirst().points().getFirst().spread())
        .isEqualTo(new Spread(4, 4, 4, 1, Optional.empty()));
    assertThat(report.notDone()).extracting("reason").containsExactly("It broke.", "A part.");
    assertThat(report.count(RunOutcome.PARTIAL)).isEqualTo(1);
  }

  @Test
  void withoutARunThatWasDoneThereIsNoChart() {
    var failed = run(1, RunOutcome.FAILED, "It broke.", 0, delay(0));

    assertThat(report("x", List.of(TIME), List.of(failed)).charts()).isEmpty();
    assertThat(report("x", List.of(TIME), List.of()).charts()).isEmpty();
  }

  @Test
  void aSettingThatMeansNothingToARunGivesAPointWithoutAPlace() {
    var plot = new Plot("Time", "hosts.count", Measure.WALL_TIME, List.of("crawl.kind"));
    var chart =
        report(
                "x",
                List.of(plot),
                List.of(
                    done(1, 4, hosts(1), kind("mobile")),
                    done(2, 3, hosts(2), kind("mobile")),
                    done(3, 9, kind("classic"))))
            .charts()
            .getFirst();

    assertThat(chart.places()).containsExactly(hosts(1), hosts(2));
    assertThat(chart.series().getLast().points())
        .containsExactly(
            new ChartPoint(Optional.empty(), new Spread(9, 9, 9, 1, Optional.empty())));
  }

  @Test
  void numbersAreNamedInLabelsAndNoLimitIsTheLastPlace() {
    var byRate = new Plot("Time", "link.delay", Measure.WALL_TIME, List.of("link.rate"));
    var alongRate = new Plot("Time", "link.rate", Measure.WALL_TIME, List.of());
    var ten = rate("10 Mbit/s", 1e7);
    var unlimited = rate("unlimited", 0);
    var charts =
        report(
                "x",
                List.of(byRate, alongRate),
                List.of(done(1, 1, unlimited, delay(0)), done(2, 2, ten, delay(0))))
            .charts();

    assertThat(charts.get(0).series())
        .extracting(ChartSeries::label)
        .containsExactly("rate unlimited", "rate 10 Mbit/s");
    assertThat(charts.get(0).series().getLast().settings()).containsExactly("10 Mbit/s");
    assertThat(charts.get(1).places()).containsExactly(ten, unlimited);
    assertThat(charts.get(1).series()).extracting(ChartSeries::label).containsExactly("");
  }

  @Test
  void measuresThatNoPlotAsksForAreShownAlongItsAxis() {
    var charts = report("x", List.of(TIME), List.of(done(1, 4, delay(0), kind("mobile")))).charts();

    assertThat(charts)
        .extracting(Chart::measure)
        .containsExactly(
            Measure.WALL_TIME,
            Measure.PAGES_PER_SECOND,
            Measure.BYTES,
            Measure.CPU_PER_1000_PAGES,
            Measure.PEAK_MEMORY,
            Measure.REQUESTS);
    assertThat(charts).extracting(Chart::x).containsOnly("link.delay");
  }

  @Test
  void withoutPlotsTheAxisIsTheNumberWithTheMostValues() {
    var runs =
        List.of(
            done(1, 1, kind("mobile"), hosts(1), delay(0)),
            done(2, 1, kind("classic"), hosts(1), delay(10)),
            done(3, 1, kind("other"), hosts(2), delay(20)));

    assertThat(report("x", List.of(), runs).charts())
        .allSatisfy(chart -> assertThat(chart.x()).isEqualTo("link.delay"))
        .allSatisfy(chart -> assertThat(chart.by()).containsExactly("crawl.kind", "hosts.count"));
  }

  @Test
  void withoutNumbersTheAxisIsTheFirstWordAndWithoutSettingsThereIsNone() {
    var agent = new Setting("crawl.agent", "indexing", 0, "");

    assertThat(report("x", List.of(), List.of(done(1, 1, kind("mobile"), agent))).charts())
        .extracting(Chart::x)
        .containsOnly("crawl.kind");
    assertThat(report("x", List.of(), List.of(done(1, 1))).charts())
        .extracting(Chart::x)
        .containsOnly("");
  }
}
