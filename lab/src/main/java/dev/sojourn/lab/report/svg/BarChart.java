package dev.sojourn.lab.report.svg;

import static dev.sojourn.lab.report.svg.Markup.element;

import dev.sojourn.lab.report.model.Chart;
import dev.sojourn.lab.report.model.ChartPoint;
import dev.sojourn.lab.report.model.ChartSeries;
import dev.sojourn.lab.report.svg.Markup.Element;
import dev.sojourn.lab.result.Setting;
import java.util.ArrayList;
import java.util.List;

/// A chart in rows. Each series has its label, and each point a bar with the median to its right. A
/// logarithmic scale has no 0 at which a bar could begin, so there a point replaces the bar.
final class BarChart {
  private static final double EDGE = 8;
  private static final double ROW = 22;
  private static final double BAR = 12;
  private static final double BETWEEN_SERIES = 8;
  private static final double TOP = 24;
  private static final double BELOW = 26;
  private static final double MOST_BESIDE = 120;
  private static final int MOST_STEPS = 6;
  private static final String NOWHERE = "–";

  private final Chart chart;
  private final boolean isBeside;
  private final double left;
  private final MeasureAxis axis;

  BarChart(Chart chart) {
    this.chart = chart;
    double widest =
        chart.series().stream()
            .flatMap(line -> line.points().stream())
            .mapToDouble(point -> LabelWidth.of(place(point)))
            .max()
            .orElse(0);
    this.isBeside = widest <= MOST_BESIDE;
    double ticks =
        MeasureAxis.of(chart, 0, 1, MOST_STEPS).ticks().stream()
            .mapToDouble(tick -> LabelWidth.of(tick.text()))
            .max()
            .orElse(0);
    // Half of the first axis text is left of the axis.
    this.left = Math.max(ticks / 2 + EDGE, EDGE + (isBeside ? widest + EDGE : 0));
    var notation = chart.notation();
    double values =
        chart.series().stream()
            .flatMap(line -> line.points().stream())
            .mapToDouble(point -> LabelWidth.of(notation.text(point.spread().median())))
            .max()
            .orElse(0);
    this.axis = axis(ChartSvg.WIDTH - EDGE - values - 2 * EDGE);
  }

  /// The axis, with as many ticks as fit.
  private MeasureAxis axis(double right) {
    int most = MOST_STEPS;
    var fitting = MeasureAxis.of(chart, left, right, most);
    while (!AxisTick.haveRoom(fitting.ticks()) && most > 1) {
      most--;
      fitting = MeasureAxis.of(chart, left, right, most);
    }
    return fitting;
  }

  /// A point without a place gets a dash, but only if other points have places.
  private String place(ChartPoint point) {
    return point.place().map(Setting::text).orElse(chart.places().isEmpty() ? "" : NOWHERE);
  }

  List<Element> drawings() {
    var drawings = new ArrayList<Element>();
    var rows = new ArrayList<Element>();
    double y = TOP;
    for (var series : chart.series()) {
      double height = height(series);
      if (!rows.isEmpty() && y + height + BELOW > ChartSvg.MOST_HEIGHT) {
        drawings.add(drawing(rows, y));
        rows.clear();
        y = TOP;
      }
      rows.addAll(rows(series, y));
      y += height;
    }
    drawings.add(drawing(rows, y));
    return drawings;
  }

  private Element drawing(List<Element> rows, double bottom) {
    var drawn = new ArrayList<Element>();
    for (var tick : AxisTick.apart(axis.ticks())) {
      drawn.add(Drawing.text(tick.at(), bottom + LabelWidth.LINE, "middle", tick.text()));
    }
    var name = axis.name() + (chart.x().isEmpty() ? "" : " by " + chart.x());
    drawn.add(Drawing.text(EDGE, TOP - 9, "start", name).with("class", "name"));
    drawn.addAll(rows);
    return Drawing.of(chart, bottom + BELOW, drawn);
  }

  private List<String> label(ChartSeries series) {
    return series.label().isEmpty()
        ? List.of()
        : LabelWidth.lines(series.label(), (ChartSvg.WIDTH - 2 * EDGE) / LabelWidth.BOLD);
  }

  private List<String> above(ChartPoint point) {
    return isBeside || place(point).isEmpty()
        ? List.of()
        : LabelWidth.lines(place(point), ChartSvg.WIDTH - 3 * EDGE);
  }

  private double height(ChartSeries series) {
    double points =
        series.points().stream()
            .mapToDouble(point -> ROW + LabelWidth.LINE * above(point).size())
            .sum();
    return LabelWidth.LINE * label(series).size() + points + BETWEEN_SERIES;
  }

  private List<Element> rows(ChartSeries series, double top) {
    var label = label(series);
    var rows = new ArrayList<>(Drawing.texts(EDGE, top + 13, label, "label"));
    double y = top + LabelWidth.LINE * label.size();
    for (var point : series.points()) {
      var above = above(point);
      rows.addAll(Drawing.texts(2 * EDGE, y + 13, above, "place"));
      y += LabelWidth.LINE * above.size();
      rows.addAll(grid(y));
      rows.add(row(series, point, y + ROW / 2));
      y += ROW;
    }
    return rows;
  }

  /// The grid lines of one row. They are drawn for each row, so that no line crosses a label.
  private List<Element> grid(double top) {
    var drawn = new ArrayList<Element>();
    for (var tick : axis.ticks()) {
      drawn.add(Drawing.line(tick.at(), top, tick.at(), top + ROW, "grid"));
    }
    drawn.add(Drawing.line(left, top, left, top + ROW, "axis"));
    return drawn;
  }

  private Element row(ChartSeries series, ChartPoint point, double y) {
    double end = axis.at(point.spread().median());
    var row = element("g").add(Drawing.title(chart, series, point));
    if (isBeside && !place(point).isEmpty()) {
      row = row.add(Drawing.text(left - EDGE, y + 4.5, "end", place(point)));
    }
    if (!axis.scale().isLogarithmic()) {
      row =
          row.add(
              element("rect")
                  .with("class", "bar")
                  .with("x", left)
                  .with("y", y - BAR / 2)
                  .with("width", end - left)
                  .with("height", BAR));
    }
    row = row.add(Drawing.spread(point, axis, y, true, ""));
    if (axis.scale().isLogarithmic()) {
      row = row.add(new SeriesMark(0).point(end, y));
    }
    var median = chart.notation().text(point.spread().median());
    return row.add(Drawing.text(ChartSvg.WIDTH - EDGE, y + 4.5, "end", median));
  }
}
