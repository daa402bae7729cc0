package dev.sojourn.lab.report.svg;

import dev.sojourn.lab.report.model.Chart;
import dev.sojourn.lab.report.model.ChartSeries;
import dev.sojourn.lab.report.svg.Markup.Element;
import java.util.ArrayList;
import java.util.List;

/// Many series as small multiples: one plot for each series, two in a row, all with the same axes.
/// The label is above its plot. All other series are faint lines in the background for comparison,
/// unless there are too many.
final class PanelChart {
  private static final int IN_A_ROW = 2;
  private static final double EDGE = 6;
  private static final double BETWEEN = 12;
  private static final double PANEL = (ChartSvg.WIDTH - 2 * EDGE - BETWEEN) / IN_A_ROW;
  private static final double TOP = 24;
  private static final double PLOT = 84;
  private static final double TICKS = 34;
  private static final double BELOW = 24;
  private static final int MOST_STEPS = 3;

  /// With more series, the background would be a grey area, and the size of the page would grow
  /// with the square of their number.
  private static final int MOST_BEHIND = 40;

  private final Chart chart;

  PanelChart(Chart chart) {
    this.chart = chart;
  }

  List<Element> drawings() {
    var drawings = new ArrayList<Element>();
    var drawn = new ArrayList<Element>();
    double y = TOP;
    var all = chart.series();
    for (int first = 0; first < all.size(); first += IN_A_ROW) {
      var row = all.subList(first, Math.min(all.size(), first + IN_A_ROW));
      int labels = row.stream().mapToInt(series -> label(series).size()).max().orElse(1);
      double height = LabelWidth.LINE * labels + PLOT + TICKS;
      if (!drawn.isEmpty() && y + height + BELOW > ChartSvg.MOST_HEIGHT) {
        drawings.add(drawing(drawn, y));
        drawn.clear();
        y = TOP;
      }
      for (int i = 0; i < row.size(); i++) {
        double left = EDGE + i * (PANEL + BETWEEN);
        drawn.addAll(panel(first + i, left, y, y + LabelWidth.LINE * labels + 4));
      }
      y += height;
    }
    drawings.add(drawing(drawn, y));
    return drawings;
  }

  private static List<String> label(ChartSeries series) {
    return LabelWidth.lines(series.label(), PANEL / LabelWidth.BOLD);
  }

  private List<Element> panel(int number, double left, double labelTop, double top) {
    var series = chart.series().get(number);
    var plot = plot(left, top);
    var drawn = new ArrayList<>(Drawing.texts(left, labelTop + 13, label(series), "label"));
    drawn.addAll(plot.axes());
    boolean areBehind = chart.series().size() <= MOST_BEHIND;
    for (var other : chart.series()) {
      if (areBehind && !other.equals(series)) {
        drawn.addAll(plot.behind(other));
      }
    }
    drawn.add(plot.series(series, new SeriesMark(number), 0));
    return drawn;
  }

  private LinePlot plot(double left, double top) {
    return new LinePlot(chart, left, left + PANEL, top, top + PLOT - 4, MOST_STEPS);
  }

  private Element drawing(List<Element> drawn, double bottom) {
    var names = plot(EDGE, TOP);
    var whole = new ArrayList<>(drawn);
    whole.add(Drawing.text(EDGE, TOP - 9, "start", names.verticalName()).with("class", "name"));
    whole.add(
        Drawing.text(ChartSvg.WIDTH / 2, bottom + 12, "middle", names.horizontalName())
            .with("class", "name"));
    return Drawing.of(chart, bottom + BELOW, whole);
  }
}
