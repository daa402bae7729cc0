package dev.sojourn.lab.report.model;

import java.util.List;
import java.util.Optional;

/// A confidence interval of a median, from order statistics. Its ends are two of the figures, with
/// equally many figures outside on each side. It is valid for any distribution of independent
/// figures. The number of figures below the true median is binomial with probability 1/2. The
/// interval from the k-th smallest to the k-th largest figure misses the median with a probability
/// of 2·P(fewer than k). The largest k that keeps the level is used.
///
/// Source: W. J. Conover, Practical Nonparametric Statistics, section 3.2.
///
/// @param low lower end, in the unit of the figures
/// @param high upper end
public record MedianInterval(double low, double high) {
  /// The level of the intervals that a report shows.
  public static final double LEVEL = 0.95;

  /// {@return the interval; empty if even the widest interval does not reach the level, for example
  /// with fewer than six figures at the level 0.95}
  ///
  /// @param sorted the figures in ascending order
  /// @param level the least probability that the interval contains the median, above 0 and below 1
  static Optional<MedianInterval> of(List<Double> sorted, double level) {
    int count = sorted.size();
    // Uses logarithms, since 2 to the power of -1,075 is 0 as a double.
    double logProbability = -count * Math.log(2);
    double fewer = Math.exp(logProbability);
    int from = -1;
    while (2 * fewer <= 1 - level) {
      from++;
      logProbability += Math.log((double) (count - from) / (from + 1));
      fewer += Math.exp(logProbability);
    }
    return from < 0
        ? Optional.empty()
        : Optional.of(new MedianInterval(sorted.get(from), sorted.get(count - 1 - from)));
  }

  /// {@return the probability that the range from the smallest to the largest figure contains the
  /// median}
  ///
  /// @param count number of figures, 1 or more
  public static double coverageOfRange(int count) {
    return 1 - Math.pow(2, 1 - count);
  }

  /// {@return an interval of the ratio of two medians} Its probability of a miss is at most the sum
  /// of those of both intervals (Bonferroni).
  ///
  /// @param divisor the interval of the other median; if it reaches 0, the result is empty
  Optional<MedianInterval> over(MedianInterval divisor) {
    return divisor.low > 0
        ? Optional.of(new MedianInterval(low / divisor.high, high / divisor.low))
        : Optional.empty();
  }
}
