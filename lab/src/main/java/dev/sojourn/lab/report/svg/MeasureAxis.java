package dev.sojourn.lab.report.svg;

import dev.sojourn.lab.report.model.Chart;
import dev.sojourn.lab.report.model.ChartPoint;
import dev.sojourn.lab.report.model.Notation;
import dev.sojourn.lab.report.model.Spread;
import dev.sojourn.lab.result.Measure;
import java.util.List;
import java.util.stream.Stream;

/// The axis of the measure. It begins at 0, or is logarithmic if the figures span a factor above
/// 20.
///
/// @param scale of the numbers in the unit of the notation
/// @param notation of the figures
/// @param ticks from the start of the axis to its end
/// @param name of the axis, for example `bytes (MiB, logarithmic scale)`
record MeasureAxis(AxisScale scale, Notation notation, List<AxisTick> ticks, String name) {

  /// {@return the axis of a chart}
  ///
  /// @param from pixel of its start
  /// @param to pixel of its end
  /// @param most the largest number of steps, 1 or more
  static MeasureAxis of(Chart chart, double from, double to, int most) {
    var notation = chart.notation();
    var numbers =
        chart.series().stream()
            .flatMap(line -> line.points().stream())
            .map(ChartPoint::spread)
            .flatMap(MeasureAxis::ends)
            .map(figure -> figure / notation.factor())
            .toList();
    double largest = numbers.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    boolean isWide = AxisScale.isWide(numbers);
    double least = isWide ? numbers.stream().mapToDouble(Double::doubleValue).min().orElse(1) : 0;
    var ticks =
        isWide ? AxisTicks.logarithmic(least, largest, most) : AxisTicks.linear(0, largest, most);
    var scale =
        new AxisScale(
            isWide, ticks.getFirst().doubleValue(), ticks.getLast().doubleValue(), from, to);
    return new MeasureAxis(
        scale,
        notation,
        ticks.stream()
            .map(tick -> new AxisTick(scale.at(tick.doubleValue()), AxisTicks.text(tick)))
            .toList(),
        name(chart.measure(), notation.unit(), isWide));
  }

  private static Stream<Double> ends(Spread spread) {
    return Stream.of(spread.least(), spread.largest());
  }

  double at(double figure) {
    return scale.at(figure / notation.factor());
  }

  private static String name(Measure measure, String unit, boolean isLogarithmic) {
    var scale = isLogarithmic ? "logarithmic scale" : "";
    var words = Stream.of(unit, scale).filter(word -> !word.isEmpty()).toList();
    return measure.word() + (words.isEmpty() ? "" : " (" + String.join(", ", words) + ")");
  }
}
