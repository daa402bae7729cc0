package dev.sojourn.lab.report.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.lab.experiment.Target;
import dev.sojourn.lab.experiment.Target.Bound;
import dev.sojourn.lab.report.RunSamples;
import dev.sojourn.lab.result.Measure;
import dev.sojourn.lab.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Targets beside the figures of runs.
final class TargetResultTest {
  private static final List<RunResult> RUNS =
      List.of(
          RunSamples.done(1, 2, RunSamples.kind("mobile")),
          RunSamples.done(1, 4, RunSamples.kind("mobile")),
          RunSamples.done(1, 9, RunSamples.kind("mobile")),
          RunSamples.done(2, 8, RunSamples.kind("classic")));

  @Test
  void aFigureIsTheMedianOfItsVariant() {
    var result = TargetResult.of(target(Map.of(), Bound.AT_MOST, 4), RUNS);

    assertThat(result.measured()).hasValue(4);
    assertThat(result.runs()).isEqualTo(3);
    assertThat(result.isMet()).isTrue();
    assertThat(TargetResult.of(target(Map.of(), Bound.AT_MOST, 3.9), RUNS).isMet()).isFalse();
  }

  @Test
  void aRatioDividesByTheOtherVariant() {
    var against = Map.of("crawl.kind", "classic");
    var result = TargetResult.of(target(against, Bound.AT_LEAST, 0.5), RUNS);

    assertThat(result.measured()).hasValue(0.5);
    assertThat(result.runs()).isEqualTo(1);
    assertThat(result.isMet()).isTrue();
  }

  @Test
  void aRatioMayDivideByAnotherMeasureAndLeavesOutSettingsThatTheOtherHasNot() {
    var where = Map.of("crawl.kind", "mobile", "link.delay", "5 ms");
    var against = Map.of("crawl.kind", "classic");
    var target =
        new Target("x", Measure.WALL_TIME, where, against, Measure.PAGES, Bound.AT_MOST, 1);
    var near = RunSamples.done(1, 25, RunSamples.kind("mobile"), RunSamples.delay(5));
    var far = RunSamples.done(3, 2, RunSamples.kind("classic"), RunSamples.delay(9));

    assertThat(TargetResult.of(target, List.of(near, RUNS.getLast(), far)).measured())
        .hasValue(25 / 100.0);
    assertThat(TargetResult.of(target, List.of(near, far)).measured()).isEmpty();
  }

  @Test
  void withoutARunOfOneOfTheVariantsNothingIsMeasured() {
    var against = Map.of("crawl.kind", "wget2");

    for (var result :
        List.of(
            TargetResult.of(target(against, Bound.AT_LEAST, 0), RUNS),
            TargetResult.of(target(Map.of(), Bound.AT_LEAST, 0), List.of()))) {
      assertThat(result.measured()).isEmpty();
      assertThat(result.isMet()).isFalse();
    }
  }

  private static Target target(Map<String, String> against, Bound bound, double value) {
    var where = Map.of("crawl.kind", "mobile");
    return new Target("Fast.", Measure.WALL_TIME, where, against, Measure.WALL_TIME, bound, value);
  }

  @Test
  void ofEnoughRunsThereIsAnIntervalAlsoOfARatio() {
    var runs = new ArrayList<RunResult>();
    for (int i = 1; i <= 7; i++) {
      runs.add(RunSamples.done(1, i, RunSamples.kind("mobile")));
      runs.add(RunSamples.done(2, 10 * i, RunSamples.kind("classic")));
    }

    var figure = TargetResult.of(target(Map.of(), Bound.AT_MOST, 4), runs);
    var against = Map.of("crawl.kind", "classic");
    var ratio = TargetResult.of(target(against, Bound.AT_MOST, 4), runs);

    assertThat(figure.interval()).hasValue(new MedianInterval(1, 7));
    assertThat(ratio.interval()).hasValue(new MedianInterval(1 / 70.0, 7 / 10.0));
    // Six runs are enough for one interval, but too few for each of two.
    assertThat(TargetResult.of(target(against, Bound.AT_MOST, 4), runs.subList(0, 12)).interval())
        .isEmpty();
    assertThat(TargetResult.of(target(Map.of(), Bound.AT_MOST, 4), runs.subList(0, 12)).interval())
        .isPresent();
  }
}
