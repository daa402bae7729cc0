package dev.sojourn.lab.report.svg;

import dev.sojourn.lab.report.model.Chart;
import dev.sojourn.lab.report.model.ChartPoint;
import dev.sojourn.lab.report.model.Notation;
import dev.sojourn.lab.report.model.Spread;
import java.util.List;
import java.util.stream.Stream;

/// The axis of the measure. It begins at 0, or is logarithmic where the figures span a factor above
/// 20.
///
/// @param scale of the numbers in the unit of the notation
/// @param notation of the figures
/// @param ticks from bottom to top
record VerticalAxis(AxisScale scale, Notation notation, List<AxisTick> ticks) {
  private static final int MOST_STEPS = 6;
  private static final int MOST_LOGARITHMIC_TICKS = 9;

  static VerticalAxis of(Chart chart, double bottom, double top) {
    var notation = chart.notation();
    var numbers =
        chart.series().stream()
            .flatMap(line -> line.points().stream())
            .map(ChartPoint::spread)
            .flatMap(VerticalAxis::ends)
            .map(figure -> figure / notation.factor())
            .toList();
    double largest = numbers.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    boolean isWide = AxisScale.isWide(numbers);
    double least = isWide ? numbers.stream().mapToDouble(Double::doubleValue).min().orElse(1) : 0;
    var ticks =
        isWide
            ? AxisTicks.logarithmic(least, largest, MOST_LOGARITHMIC_TICKS)
            : AxisTicks.linear(0, largest, MOST_STEPS);
    var scale =
        new AxisScale(
            isWide, ticks.getFirst().doubleValue(), ticks.getLast().doubleValue(), bottom, top);
    return new VerticalAxis(
        scale,
        notation,
        ticks.stream()
            .map(tick -> new AxisTick(scale.at(tick.doubleValue()), AxisTicks.text(tick)))
            .toList());
  }

  private static Stream<Double> ends(Spread spread) {
    return Stream.of(spread.least(), spread.largest());
  }

  double at(double figure) {
    return scale.at(figure / notation.factor());
  }

  /// {@return the name of the axis}
  String name() {
    var unit = notation.unit();
    return unit + (scale.isLogarithmic() ? (unit.isEmpty() ? "" : ", ") + "logarithmic scale" : "");
  }
}
