package dev.sojourn.lab.report.model;

import java.util.List;
import java.util.Optional;

/// The summary of the figures of several runs of the same kind.
///
/// @param median the middle figure, or the mean of the two in the middle
/// @param least the smallest figure
/// @param largest the largest figure
/// @param count number of figures, 1 or more
/// @param interval the interval that contains the median of all such runs with probability
///   [MedianInterval#LEVEL]; empty if there are too few figures
public record Spread(
    double median, double least, double largest, int count, Optional<MedianInterval> interval) {

  /// {@return the spread of these figures}
  ///
  /// @param figures at least one, in any order
  public static Spread of(List<Double> figures) {
    return of(figures, MedianInterval.LEVEL);
  }

  /// {@return the spread of these figures, with an interval of another level}
  static Spread of(List<Double> figures, double level) {
    if (figures.isEmpty()) {
      throw new IllegalArgumentException("figures: none (expected: 1 or more)");
    }
    var sorted = figures.stream().sorted().toList();
    int half = sorted.size() / 2;
    double median =
        sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    return new Spread(
        median,
        sorted.getFirst(),
        sorted.getLast(),
        sorted.size(),
        MedianInterval.of(sorted, level));
  }
}
