package dev.sojourn.lab.sandbox;

import java.util.Arrays;
import java.util.Locale;

/// One line of the table.
///
/// @param section the part of the run that measured it
/// @param what the measured thing
/// @param unit of the values
/// @param value the figure
/// @param low the least value, or the quarter, that was seen
/// @param high the greatest value, or the three quarters
/// @param target to which it is held, as a sentence; empty if it stands for comparison only
/// @param met whether the target is met; true if there is none
record Figure(
    String section,
    String what,
    String unit,
    double value,
    double low,
    double high,
    String target,
    boolean met) {

  /// A figure that must not exceed a value.
  static Figure atMost(
      String section,
      String what,
      String unit,
      double value,
      double low,
      double high,
      double most) {
    var target = "at most " + number(most) + " " + unit;
    return new Figure(section, what, unit, value, low, high, target, value <= most);
  }

  /// A figure that must not be below a value.
  static Figure atLeast(
      String section,
      String what,
      String unit,
      double value,
      double low,
      double high,
      double least) {
    var target = "at least " + number(least) + " " + unit;
    return new Figure(section, what, unit, value, low, high, target, value >= least);
  }

  /// A figure for comparison.
  static Figure of(
      String section, String what, String unit, double value, double low, double high) {
    return new Figure(section, what, unit, value, low, high, "", true);
  }

  /// The value below which a part of the values lies.
  static double at(double[] values, double part) {
    var sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.round(part * (sorted.length - 1))];
  }

  /// A number with its significant digits.
  static String number(double value) {
    double size = Math.abs(value);
    int digits = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 4;
    return String.format(Locale.ROOT, "%,." + digits + "f", value);
  }
}
