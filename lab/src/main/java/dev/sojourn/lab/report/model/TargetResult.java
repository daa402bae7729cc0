package dev.sojourn.lab.report.model;

import dev.sojourn.lab.experiment.Target;
import dev.sojourn.lab.result.Measure;
import dev.sojourn.lab.result.RunResult;
import dev.sojourn.lab.result.Setting;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/// A target, with the measured figure.
///
/// @param target the target
/// @param measured the median of the runs with outcome `done`, or the ratio of two medians; empty
///   if a variant has no such run
/// @param runs number of these runs; for a ratio, that of the variant with fewer
/// @param interval the interval that contains the median of all such runs, or the ratio, with
///   probability [MedianInterval#LEVEL]; empty if there are too few runs
public record TargetResult(
    Target target, OptionalDouble measured, int runs, Optional<MedianInterval> interval) {
  /// Two intervals of this level together miss no more often than one of the usual level.
  private static final double LEVEL_OF_TWO = 1 - (1 - MedianInterval.LEVEL) / 2;

  /// {@return a target with the figures of runs}
  ///
  /// @param target the target
  /// @param done the runs with outcome `done`
  static TargetResult of(Target target, List<RunResult> done) {
    var own = figures(target.measure(), done, has -> Target.fits(has, target.where()));
    if (own.isEmpty()) {
      return new TargetResult(target, OptionalDouble.empty(), 0, Optional.empty());
    }
    var spread = Spread.of(own);
    if (!target.isRatio()) {
      return new TargetResult(
          target, OptionalDouble.of(spread.median()), own.size(), spread.interval());
    }
    var other = figures(target.divisor(), done, target::isDividedBy);
    return ratio(target, own, other);
  }

  private static TargetResult ratio(Target target, List<Double> own, List<Double> other) {
    int runs = Math.min(own.size(), other.size());
    if (other.isEmpty() || Spread.of(other).median() == 0) {
      return new TargetResult(target, OptionalDouble.empty(), runs, Optional.empty());
    }
    var figure = Spread.of(own, LEVEL_OF_TWO);
    var divisor = Spread.of(other, LEVEL_OF_TWO);
    return new TargetResult(
        target,
        OptionalDouble.of(figure.median() / divisor.median()),
        runs,
        figure.interval().flatMap(of -> divisor.interval().flatMap(of::over)));
  }

  private static List<Double> figures(
      Measure measure, List<RunResult> done, Predicate<List<Setting>> isWanted) {
    return done.stream()
        .filter(run -> isWanted.test(run.settings()))
        .flatMapToDouble(run -> measure.of(run).stream())
        .boxed()
        .toList();
  }

  /// {@return whether the target is met; false if nothing was measured}
  public boolean isMet() {
    return measured.isPresent() && target.bound().holds(measured.getAsDouble(), target.value());
  }
}
