package dev.sojourn.lab.report.model;

import dev.sojourn.lab.experiment.Target;
import dev.sojourn.lab.result.RunResult;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/// A target beside what was measured.
///
/// @param target that is wanted
/// @param measured the median of the runs that were done, or the ratio of two medians; empty where
///   a variant has no such run, or none that measured it
/// @param runs how many runs it is of; of a ratio, of the variant with fewer
public record TargetResult(Target target, OptionalDouble measured, int runs) {

  /// {@return the target beside what runs say}
  ///
  /// @param target that is wanted
  /// @param done the runs that were done
  static TargetResult of(Target target, List<RunResult> done) {
    var own = figures(target, target.where(), done);
    if (own.isEmpty()) {
      return new TargetResult(target, OptionalDouble.empty(), 0);
    }
    double figure = Spread.of(own).median();
    if (!target.isRatio()) {
      return new TargetResult(target, OptionalDouble.of(figure), own.size());
    }
    var other = figures(target, target.other(), done);
    double divisor = other.isEmpty() ? 0 : Spread.of(other).median();
    return new TargetResult(
        target,
        divisor == 0 ? OptionalDouble.empty() : OptionalDouble.of(figure / divisor),
        Math.min(own.size(), other.size()));
  }

  private static List<Double> figures(
      Target target, Map<String, String> settings, List<RunResult> done) {
    return done.stream()
        .filter(run -> Target.fits(run.settings(), settings))
        .flatMapToDouble(run -> target.measure().of(run).stream())
        .boxed()
        .toList();
  }

  /// {@return whether the target is met; false where nothing was measured}
  public boolean isMet() {
    return measured.isPresent() && target.bound().holds(measured.getAsDouble(), target.value());
  }
}
