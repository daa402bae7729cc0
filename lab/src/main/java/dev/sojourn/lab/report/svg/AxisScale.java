package dev.sojourn.lab.report.svg;

import java.util.List;

/// The scale of numbers along an axis.
///
/// @param isLogarithmic whether equal distances mean equal factors
/// @param least the number at the start, above 0 on a logarithmic scale
/// @param largest the number at the end, larger than `least`
/// @param from pixel of the start
/// @param to pixel of the end; less than `from` on a vertical axis
record AxisScale(boolean isLogarithmic, double least, double largest, double from, double to) {
  /// Numbers that span a larger factor are easier to read on a logarithmic scale.
  private static final double FACTOR = 20;

  /// {@return whether numbers need a logarithmic scale}
  ///
  /// @param numbers at least one; a logarithmic scale cannot show 0
  static boolean isWide(List<Double> numbers) {
    double least = numbers.stream().mapToDouble(Double::doubleValue).min().orElse(0);
    double largest = numbers.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    return least > 0 && largest > FACTOR * least;
  }

  /// {@return the pixel of a number}
  double at(double number) {
    double share =
        isLogarithmic
            ? Math.log(number / least) / Math.log(largest / least)
            : (number - least) / (largest - least);
    return from + share * (to - from);
  }
}
