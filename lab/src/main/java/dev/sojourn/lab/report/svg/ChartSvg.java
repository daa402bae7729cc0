package dev.sojourn.lab.report.svg;

import static dev.sojourn.lab.report.svg.Markup.element;
import static dev.sojourn.lab.report.svg.Markup.pixels;

import dev.sojourn.base.text.CodePoints;
import dev.sojourn.lab.report.model.Chart;
import dev.sojourn.lab.report.model.ChartPoint;
import dev.sojourn.lab.report.model.ChartSeries;
import dev.sojourn.lab.report.svg.Markup.Element;
import java.util.ArrayList;
import java.util.List;

/// The drawing of a chart: a point for each median, a whisker from the least to the largest run,
/// and a line through the points of a series where the axis is a scale. A series without a place on
/// the axis is a level line. Labels stand right of the lines. Colours come from the style sheet of
/// the page.
public final class ChartSvg {
  private static final double WIDTH = 880;
  private static final double LEFT = 64;
  private static final double TOP = 28;
  private static final double PLOT_HEIGHT = 260;
  private static final double BELOW = 46;
  private static final double LABEL_HEIGHT = 17;
  private static final double LABEL_OFFSET = 26;
  private static final int LABEL_CHARACTERS = 36;
  private static final double WHISKER_END = 4;

  private final Chart chart;
  private final double right;
  private final double bottom;
  private final HorizontalAxis horizontal;
  private final VerticalAxis vertical;

  private ChartSvg(Chart chart) {
    this.chart = chart;
    this.right = WIDTH - labelWidth(chart);
    this.bottom = TOP + Math.max(PLOT_HEIGHT, LABEL_HEIGHT * chart.series().size());
    this.horizontal = HorizontalAxis.of(chart.x(), chart.places(), LEFT, right);
    this.vertical = VerticalAxis.of(chart, bottom, TOP);
  }

  /// Draws a chart.
  ///
  /// @param chart with one point at least
  /// @return an `svg` element for a page of HTML
  public static Element of(Chart chart) {
    return new ChartSvg(chart).drawing();
  }

  private static double labelWidth(Chart chart) {
    int longest =
        chart.series().stream()
            .map(line -> label(line))
            .mapToInt(label -> label.codePointCount(0, label.length()))
            .max()
            .orElse(0);
    return longest == 0 ? 24 : LABEL_OFFSET + longest * AxisTick.CHARACTER + 8;
  }

  private static String label(ChartSeries series) {
    return CodePoints.shown(series.label(), LABEL_CHARACTERS);
  }

  private Element drawing() {
    var drawn = new ArrayList<Element>();
    drawn.addAll(grid());
    drawn.addAll(axis());
    for (int i = 0; i < chart.series().size(); i++) {
      drawn.add(series(chart.series().get(i), new SeriesMark(i), shift(i)));
    }
    drawn.addAll(labels());
    return element("svg")
        .with("viewBox", "0 0 " + pixels(WIDTH) + " " + pixels(bottom + BELOW))
        .with("role", "img")
        .with("aria-label", chart.title() + "; the table below has the same figures")
        .add(drawn);
  }

  private List<Element> grid() {
    var drawn = new ArrayList<Element>();
    for (var tick : vertical.ticks()) {
      drawn.add(line(LEFT, tick.at(), right, tick.at()).with("class", "grid"));
      drawn.add(text(LEFT - 8, tick.at() + 4, "end", tick.text()));
    }
    drawn.add(text(8, 14, "start", vertical.name()).with("class", "name"));
    return drawn;
  }

  private List<Element> axis() {
    var drawn = new ArrayList<Element>();
    drawn.add(line(LEFT, bottom, right, bottom).with("class", "axis"));
    for (var gap : horizontal.gaps()) {
      double middle = (gap.getFirst() + gap.getLast()) / 2;
      for (double at : List.of(middle - 3, middle + 3)) {
        drawn.add(line(at - 3, bottom + 5, at + 3, bottom - 5).with("class", "axis"));
      }
    }
    for (var tick : horizontal.ticks()) {
      drawn.add(line(tick.at(), bottom, tick.at(), bottom + 5).with("class", "axis"));
      drawn.add(text(tick.at(), bottom + 19, "middle", tick.text()));
    }
    drawn.add(
        text((LEFT + right) / 2, bottom + 38, "middle", horizontal.name()).with("class", "name"));
    return drawn;
  }

  /// The way of a series out of its place, so that points and whiskers of several do not hide each
  /// other.
  private double shift(int number) {
    int all = chart.series().size();
    double step = horizontal.isScale() ? Math.min(3, 12.0 / all) : Math.min(22, 120.0 / all);
    return (number - (all - 1) / 2.0) * step;
  }

  private double x(ChartPoint point, double shift) {
    return point
        .place()
        .map(place -> horizontal.places().getOrDefault(place, right) + shift)
        .orElse(chart.places().isEmpty() ? (LEFT + right) / 2 + shift : right);
  }

  private boolean isLevel(ChartPoint point) {
    return point.place().isEmpty() && !chart.places().isEmpty();
  }

  private Element series(ChartSeries series, SeriesMark mark, double shift) {
    var group = element("g");
    if (horizontal.isScale()) {
      group = group.add(lines(series, mark, shift));
    }
    for (var point : series.points()) {
      double x = x(point, shift);
      double y = vertical.at(point.spread().median());
      if (isLevel(point)) {
        group =
            group.add(
                mark.line().with("d", "M" + pixels(LEFT) + " " + pixels(y) + "H" + pixels(x)));
      }
      group =
          group.add(
              element("g")
                  .add(element("title").text(told(series, point)))
                  .add(whisker(point, mark, x))
                  .add(mark.point(x, y)));
    }
    return group;
  }

  /// A line for each stretch without a hole: a place where all runs failed is not passed over.
  private List<Element> lines(ChartSeries series, SeriesMark mark, double shift) {
    var lines = new ArrayList<Element>();
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
      lines.add(mark.line().with("d", way.toString()));
    }
    return lines;
  }

  private List<Element> whisker(ChartPoint point, SeriesMark mark, double x) {
    double low = vertical.at(point.spread().least());
    double high = vertical.at(point.spread().largest());
    if (low - high < 1) {
      return List.of();
    }
    var way = new StringBuilder();
    way.append("M")
        .append(pixels(x))
        .append(' ')
        .append(pixels(low))
        .append("V")
        .append(pixels(high));
    for (double end : List.of(low, high)) {
      way.append("M").append(pixels(x - WHISKER_END)).append(' ').append(pixels(end));
      way.append("h").append(pixels(2 * WHISKER_END));
    }
    return List.of(
        element("path").with("class", "whisker " + mark.colour()).with("d", way.toString()));
  }

  private String told(ChartSeries series, ChartPoint point) {
    var notation = vertical.notation();
    var spread = point.spread();
    var words = new ArrayList<String>();
    if (!series.label().isEmpty()) {
      words.add(series.label());
    }
    point.place().ifPresent(place -> words.add(chart.x() + " " + place.text()));
    words.add("median " + notation.text(spread.median()));
    words.add(notation.number(spread.least()) + " to " + notation.text(spread.largest()));
    words.add("n " + spread.count());
    return String.join(", ", words);
  }

  private List<Element> labels() {
    var labelled = chart.series().stream().filter(line -> !line.label().isEmpty()).toList();
    var ends = labelled.stream().map(line -> line.points().getLast()).toList();
    var wanted = ends.stream().map(point -> vertical.at(point.spread().median())).toList();
    var placed = LabelColumn.apart(wanted, LABEL_HEIGHT, bottom);
    var drawn = new ArrayList<Element>();
    for (int i = 0; i < labelled.size(); i++) {
      var mark = new SeriesMark(i);
      double y = placed.get(i);
      if (horizontal.isScale()) {
        double end = x(ends.get(i), shift(i)) + 7;
        drawn.add(line(end, wanted.get(i), right + 8, y).with("class", "leader"));
      }
      drawn.add(mark.point(right + 16, y));
      drawn.add(text(right + LABEL_OFFSET, y + 4, "start", label(labelled.get(i))));
    }
    return drawn;
  }

  private static Element line(double x1, double y1, double x2, double y2) {
    return element("line").with("x1", x1).with("y1", y1).with("x2", x2).with("y2", y2);
  }

  private static Element text(double x, double y, String anchor, String words) {
    return element("text").with("x", x).with("y", y).with("text-anchor", anchor).text(words);
  }
}
