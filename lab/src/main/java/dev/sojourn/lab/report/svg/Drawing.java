package dev.sojourn.lab.report.svg;

import static dev.sojourn.lab.report.svg.Markup.element;
import static dev.sojourn.lab.report.svg.Markup.pixels;

import dev.sojourn.lab.report.model.Chart;
import dev.sojourn.lab.report.model.ChartPoint;
import dev.sojourn.lab.report.model.ChartSeries;
import dev.sojourn.lab.report.svg.Markup.Element;
import java.util.ArrayList;
import java.util.List;

/// The elements that all forms of charts share.
final class Drawing {
  private static final double WHISKER_END = 4;

  private Drawing() {}

  /// {@return a complete drawing}
  ///
  /// @param height in its own pixels
  /// @param drawn from back to front
  static Element of(Chart chart, double height, List<Element> drawn) {
    return element("svg")
        .with("viewBox", "0 0 " + pixels(ChartSvg.WIDTH) + " " + pixels(height))
        .with("role", "img")
        .with("aria-label", chart.title() + "; a table has the same figures")
        .add(drawn);
  }

  static Element line(double x1, double y1, double x2, double y2, String kind) {
    return element("line")
        .with("x1", x1)
        .with("y1", y1)
        .with("x2", x2)
        .with("y2", y2)
        .with("class", kind);
  }

  /// {@return a line of text}
  ///
  /// @param y of the baseline
  /// @param anchor `start`, `middle` or `end`: the part of the text that is at x
  static Element text(double x, double y, String anchor, String words) {
    return element("text").with("x", x).with("y", y).with("text-anchor", anchor).text(words);
  }

  /// {@return lines of text, from top to bottom}
  ///
  /// @param y of the first baseline
  static List<Element> texts(double x, double y, List<String> lines, String kind) {
    var drawn = new ArrayList<Element>();
    for (var line : lines) {
      drawn.add(text(x, y + drawn.size() * LabelWidth.LINE, "start", line).with("class", kind));
    }
    return drawn;
  }

  /// Draws the spread of a point. A thin line leads from the smallest run to the largest, and a
  /// thick line shows the interval of the median.
  ///
  /// @param across the position of the point on the other axis
  /// @param isLevel whether the axis of the measure is horizontal
  /// @param colour class of the series; empty for the text colour
  static List<Element> spread(
      ChartPoint point, MeasureAxis axis, double across, boolean isLevel, String colour) {
    var spread = point.spread();
    double from = axis.at(spread.least());
    double to = axis.at(spread.largest());
    var drawn = new ArrayList<Element>();
    spread
        .interval()
        .ifPresent(
            of -> drawn.add(stroke(axis.at(of.low()), axis.at(of.high()), across, isLevel, "")));
    if (Math.abs(to - from) >= 1) {
      drawn.add(stroke(from, to, across, isLevel, ends(from, to, across, isLevel)));
    }
    var kinds = spread.interval().isPresent() ? List.of("interval", "whisker") : List.of("whisker");
    var kinded = new ArrayList<Element>();
    for (int i = 0; i < drawn.size(); i++) {
      kinded.add(drawn.get(i).with("class", (kinds.get(i) + " " + colour).strip()));
    }
    return kinded;
  }

  private static Element stroke(
      double from, double to, double across, boolean isLevel, String more) {
    var way =
        isLevel
            ? "M" + pixels(from) + " " + pixels(across) + "H" + pixels(to)
            : "M" + pixels(across) + " " + pixels(from) + "V" + pixels(to);
    return element("path").with("d", way + more);
  }

  private static String ends(double from, double to, double across, boolean isLevel) {
    var way = new StringBuilder();
    for (double end : List.of(from, to)) {
      way.append("M")
          .append(isLevel ? pixels(end) : pixels(across - WHISKER_END))
          .append(' ')
          .append(isLevel ? pixels(across - WHISKER_END) : pixels(end))
          .append(isLevel ? "v" : "h")
          .append(pixels(2 * WHISKER_END));
    }
    return way.toString();
  }

  /// {@return the text that a browser shows when the mouse is over a point}
  static Element title(Chart chart, ChartSeries series, ChartPoint point) {
    var notation = chart.notation();
    var spread = point.spread();
    var words = new ArrayList<String>();
    if (!series.label().isEmpty()) {
      words.add(series.label());
    }
    point.place().ifPresent(place -> words.add(chart.x() + " " + place.text()));
    words.add("median " + notation.text(spread.median()));
    spread
        .interval()
        .ifPresent(
            of ->
                words.add(
                    "95 % interval "
                        + notation.number(of.low())
                        + " to "
                        + notation.text(of.high())));
    words.add(notation.number(spread.least()) + " to " + notation.text(spread.largest()));
    words.add("n " + spread.count());
    return element("title").text(String.join(", ", words));
  }
}
