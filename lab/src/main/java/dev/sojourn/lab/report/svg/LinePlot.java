package dev.sojourn.lab.report.svg;

import static dev.sojourn.lab.report.svg.Markup.element;
import static dev.sojourn.lab.report.svg.Markup.pixels;

import dev.sojourn.lab.report.model.Chart;
import dev.sojourn.lab.report.model.ChartPoint;
import dev.sojourn.lab.report.model.ChartSeries;
import dev.sojourn.lab.report.svg.Markup.Element;
import java.util.ArrayList;
import java.util.List;

/// A plot with two numeric axes, and series between them.
final class LinePlot {
  private static final double TICK = 5;

  private final Chart chart;
  private final double left;
  private final double right;
  private final double bottom;
  private final MeasureAxis vertical;
  private final HorizontalAxis horizontal;

  /// Prepares a plot.
  ///
  /// @param begin left edge of the texts in pixels
  /// @param right right edge of the plot in pixels
  /// @param steps the largest number of steps of the vertical axis
  LinePlot(Chart chart, double begin, double right, double top, double bottom, int steps) {
    this.chart = chart;
    this.right = right;
    this.bottom = bottom;
    this.vertical = MeasureAxis.of(chart, bottom, top, steps);
    this.left =
        begin
            + 8
            + vertical.ticks().stream().mapToDouble(of -> LabelWidth.of(of.text())).max().orElse(0);
    this.horizontal = HorizontalAxis.of(chart.x(), chart.places(), left, right);
  }

  String verticalName() {
    return vertical.name();
  }

  String horizontalName() {
    return horizontal.name();
  }

  /// {@return both axes with their texts, without their names}
  List<Element> axes() {
    var drawn = new ArrayList<Element>();
    double before = Double.POSITIVE_INFINITY;
    for (var tick : vertical.ticks()) {
      drawn.add(Drawing.line(left, tick.at(), right, tick.at(), "grid"));
      if (before - tick.at() >= LabelWidth.LINE - 2) {
        drawn.add(Drawing.text(left - 6, tick.at() + 4.5, "end", tick.text()));
        before = tick.at();
      }
    }
    drawn.add(Drawing.line(left, bottom, right, bottom, "axis"));
    for (var gap : horizontal.gaps()) {
      double middle = (gap.getFirst() + gap.getLast()) / 2;
      for (double at : List.of(middle - 3, middle + 3)) {
        drawn.add(Drawing.line(at - 3, bottom + TICK, at + 3, bottom - TICK, "axis"));
      }
    }
    for (var tick : horizontal.ticks()) {
      drawn.add(Drawing.line(tick.at(), bottom, tick.at(), bottom + TICK, "axis"));
      drawn.add(Drawing.text(tick.at(), bottom + 19, "middle", tick.text()));
    }
    return drawn;
  }

  /// {@return a series without points, as background for another series}
  List<Element> behind(ChartSeries series) {
    return ways(series, 0).stream()
        .map(way -> element("path").with("class", "other").with("d", way))
        .toList();
  }

  /// {@return a series with its points}
  ///
  /// @param shift horizontal offset, so that points of several series do not hide each other
  Element series(ChartSeries series, SeriesMark mark, double shift) {
    var group = element("g").add(lines(series, mark, shift));
    for (var point : series.points()) {
      double x = x(point, shift);
      double y = vertical.at(point.spread().median());
      group =
          group.add(
              element("g")
                  .add(Drawing.title(chart, series, point))
                  .add(Drawing.spread(point, vertical, x, false, mark.colour()))
                  .add(mark.point(x, y)));
    }
    return group;
  }

  private List<Element> lines(ChartSeries series, SeriesMark mark, double shift) {
    return ways(series, shift).stream().map(way -> mark.line().with("d", way)).toList();
  }

  private double x(ChartPoint point, double shift) {
    return point
        .place()
        .map(place -> horizontal.places().getOrDefault(place, right) + shift)
        .orElse(right - 8);
  }

  /// The lines of a series, one for each stretch without a gap. No line crosses a place where all
  /// runs failed. A point without a place becomes a horizontal line.
  private List<String> ways(ChartSeries series, double shift) {
    var ways = new ArrayList<String>();
    var way = new StringBuilder();
    boolean isUnderWay = false;
    for (var place : chart.places()) {
      var here =
          series.points().stream()
              .filter(point -> point.place().filter(place::equals).isPresent())
              .findFirst();
      if (here.isPresent()) {
        way.append(isUnderWay ? "L" : "M")
            .append(pixels(x(here.get(), shift)))
            .append(' ')
            .append(pixels(vertical.at(here.get().spread().median())));
      }
      isUnderWay = here.isPresent();
    }
    if (!way.isEmpty()) {
      ways.add(way.toString());
    }
    for (var point : series.points()) {
      if (point.place().isEmpty()) {
        double y = vertical.at(point.spread().median());
        ways.add("M" + pixels(left) + " " + pixels(y) + "H" + pixels(x(point, 0)));
      }
    }
    return ways;
  }
}
