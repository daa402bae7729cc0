package dev.sojourn.lab.report.model;

import java.util.List;
import java.util.Optional;

/// A confidence interval of a median, from order statistics. It begins and ends at two of the
/// figures themselves, as far from the least as from the largest. It holds for any distribution of
/// independent figures. The number of figures below the true median is binomial with probability
/// 1/2. So the interval from the k-th figure to the k-th from above misses it with twice the
/// probability of fewer than k. The largest k that keeps the level is taken.
///
/// Source: W. J. Conover, Practical Nonparametric Statistics, section 3.2.
///
/// @param low its beginning, in the unit of the figures
/// @param high its end
public record MedianInterval(double low, double high) {
  /// The level of the intervals that a report shows.
  public static final double LEVEL = 0.95;

  /// {@return the interval; empty if even the widest one misses the median too often, as with fewer
  /// than six figures at the level 0.95}
  ///
  /// @param sorted the figures, the least first
  /// @param level the least probability with which it holds the median, above 0 and below 1
  static Optional<MedianInterval> of(List<Double> sorted, double level) {
    int count = sorted.size();
    // As logarithms, since 2 to the power of -1,075 is 0.
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

  /// {@return the probability that the range from the least of some figures to the largest has the
  /// median in it}
  ///
  /// @param count how many figures there are, 1 or more
  public static double coverageOfRange(int count) {
    return 1 - Math.pow(2, 1 - count);
  }

  /// {@return an interval of the ratio of two medians, at a level that is as far from 1 as those of
  /// both together (Bonferroni)}
  ///
  /// @param divisor the interval of the other median, which may not reach 0
  Optional<MedianInterval> over(MedianInterval divisor) {
    return divisor.low > 0
        ? Optional.of(new MedianInterval(low / divisor.high, high / divisor.low))
        : Optional.empty();
  }
}
