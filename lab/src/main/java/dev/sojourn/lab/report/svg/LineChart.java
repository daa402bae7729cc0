package dev.sojourn.lab.report.svg;

import static dev.sojourn.lab.report.svg.Markup.pixels;

import dev.sojourn.lab.report.model.Chart;
import dev.sojourn.lab.report.svg.Markup.Element;
import java.util.ArrayList;

/// A few series in one plot: a point for each median, and a line through the points of a series.
/// The legend is below the plot, so that it crosses no line.
final class LineChart {
  private static final double EDGE = 8;
  private static final double TOP = 28;
  private static final double BOTTOM = TOP + 230;
  private static final double LEGEND = BOTTOM + 54;
  private static final double SAMPLE = 40;
  private static final double SHIFT = 3;
  private static final double ALL_SHIFTS = 12;
  private static final int MOST_STEPS = 6;

  private final Chart chart;
  private final LinePlot plot;

  LineChart(Chart chart) {
    this.chart = chart;
    this.plot = new LinePlot(chart, EDGE, ChartSvg.WIDTH - EDGE, TOP, BOTTOM, MOST_STEPS);
  }

  Element drawing() {
    var drawn = new ArrayList<>(plot.axes());
    drawn.add(Drawing.text(EDGE, TOP - 13, "start", plot.verticalName()).with("class", "name"));
    drawn.add(
        Drawing.text(ChartSvg.WIDTH / 2, BOTTOM + 38, "middle", plot.horizontalName())
            .with("class", "name"));
    int all = chart.series().size();
    double step = Math.min(SHIFT, ALL_SHIFTS / all);
    double y = LEGEND;
    for (int i = 0; i < all; i++) {
      var series = chart.series().get(i);
      var mark = new SeriesMark(i);
      drawn.add(plot.series(series, mark, (i - (all - 1) / 2.0) * step));
      if (!series.label().isEmpty()) {
        var lines = LabelWidth.lines(series.label(), ChartSvg.WIDTH - SAMPLE - 3 * EDGE);
        double middle = y + LabelWidth.LINE / 2;
        drawn.add(
            mark.line()
                .with("d", "M" + pixels(EDGE) + " " + pixels(middle) + "h" + pixels(SAMPLE)));
        drawn.add(mark.point(EDGE + SAMPLE / 2, middle));
        drawn.addAll(Drawing.texts(SAMPLE + 2 * EDGE, y + 13, lines, "series"));
        y += LabelWidth.LINE * lines.size() + 4;
      }
    }
    return Drawing.of(chart, y, drawn);
  }
}
