package dev.sojourn.lab.report.svg;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The round numbers on an axis: steps of 1, 2 or 5 times a power of ten. They are decimal numbers,
/// so that 0.3 is never shown as 0.30000000000000004.
final class AxisTicks {
  private static final List<BigDecimal> STEPS =
      List.of(BigDecimal.ONE, BigDecimal.TWO, BigDecimal.valueOf(5), BigDecimal.TEN);

  private AxisTicks() {}

  /// The ticks of a linear axis. The first is at or below the least number, and the last at or
  /// above the largest.
  ///
  /// @param least finite
  /// @param largest finite, not below least
  /// @param most the largest number of steps between least and largest, 1 or more
  static List<BigDecimal> linear(double least, double largest, int most) {
    double span = largest > least ? largest - least : Math.max(Math.abs(largest), 1);
    var step = step(span / most);
    var ticks = new ArrayList<BigDecimal>();
    var tick = BigDecimal.valueOf(least).divide(step, 0, RoundingMode.FLOOR).multiply(step);
    var end = BigDecimal.valueOf(largest);
    ticks.add(tick);
    do {
      tick = tick.add(step);
      ticks.add(tick);
    } while (tick.compareTo(end) < 0);
    return ticks;
  }

  /// The ticks of a logarithmic axis: 1, 2 and 5 of each decade, or only 1 if that would be too
  /// many. The first is at or below the least number, and the last at or above the largest.
  ///
  /// @param least finite, above 0
  /// @param largest finite, not below least
  /// @param most the largest number of ticks; with more, only powers of ten stay
  static List<BigDecimal> logarithmic(double least, double largest, int most) {
    var fine = logarithmic(least, largest, STEPS.subList(0, 3));
    return fine.size() <= most ? fine : logarithmic(least, largest, STEPS.subList(0, 1));
  }

  private static List<BigDecimal> logarithmic(
      double least, double largest, List<BigDecimal> steps) {
    var ticks = new ArrayList<BigDecimal>();
    var begin = BigDecimal.valueOf(least);
    var end = BigDecimal.valueOf(largest);
    for (int decade = (int) Math.floor(Math.log10(least)) - 1; ; decade++) {
      for (var step : steps) {
        var tick = step.scaleByPowerOfTen(decade);
        if (tick.compareTo(begin) <= 0) {
          ticks.clear();
        }
        ticks.add(tick);
        if (tick.compareTo(end) >= 0 && ticks.size() > 1) {
          return ticks;
        }
      }
    }
  }

  /// {@return the smallest step of 1, 2 or 5 times a power of ten that is not below a length}
  private static BigDecimal step(double length) {
    var exact = BigDecimal.valueOf(length);
    int decade = (int) Math.floor(Math.log10(length));
    return STEPS.stream()
        .map(step -> step.scaleByPowerOfTen(decade))
        .filter(step -> step.compareTo(exact) >= 0)
        .findFirst()
        .orElse(BigDecimal.TEN.scaleByPowerOfTen(decade));
  }

  /// {@return the text of a tick, for example `1,000` or `0.5`}
  static String text(BigDecimal tick) {
    int decimals = Math.max(0, tick.stripTrailingZeros().scale());
    return String.format(Locale.ROOT, "%,." + decimals + "f", tick);
  }
}
