package dev.sojourn.lab.report.svg;

import static dev.sojourn.lab.report.svg.Markup.element;

import dev.sojourn.lab.report.model.Chart;
import dev.sojourn.lab.report.svg.Markup.Element;
import dev.sojourn.lab.result.Setting;
import java.util.List;

/// The drawings of a chart, in a form that keeps its series apart:
///
/// * words, or at most two values, on the axis: a bar for each point ([BarChart]);
/// * more numbers and few series: lines in one drawing, with a legend below ([LineChart]);
/// * more numbers and many series: a small drawing for each series ([PanelChart]).
///
/// If a chart would be taller than a sheet of paper, it is split into several drawings with the
/// same scales. Colours come from a style sheet ([SvgStyle]), and each colour has its own shape.
/// All drawings have the same width, at which their text is readable on a telephone.
public final class ChartSvg {
  /// The width of each drawing in its own pixels.
  static final double WIDTH = 460;

  /// No drawing is taller, unless a single series needs more.
  static final double MOST_HEIGHT = 820;

  private static final int VALUES_FOR_LINES = 3;
  private static final int MOST_LINES = 6;

  private ChartSvg() {}

  /// Draws a chart.
  ///
  /// @param chart with at least one point
  /// @return `svg` elements for an HTML page with the rules of [SvgStyle], in order from top to
  ///   bottom
  public static List<Element> of(Chart chart) {
    boolean isScale =
        chart.places().size() >= VALUES_FOR_LINES
            && chart.places().stream().noneMatch(Setting::isWord);
    if (!isScale) {
      return new BarChart(chart).drawings();
    }
    return chart.series().size() <= MOST_LINES
        ? List.of(new LineChart(chart).drawing())
        : new PanelChart(chart).drawings();
  }

  /// Turns a drawing into a separate file.
  ///
  /// @param drawing one of the elements that [#of] returned
  /// @return the text of an SVG file with colours for white paper
  public static String file(Element drawing) {
    var box = drawing.attributes().getOrDefault("viewBox", "").split(" ", -1);
    var root =
        new Element("svg", drawing.attributes(), List.of())
            .with("xmlns", "http://www.w3.org/2000/svg")
            .with("width", box[2])
            .with("height", box[3])
            .add(element("style").text(SvgStyle.ON_PAPER + SvgStyle.RULES))
            .add(drawing.children());
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + root.markup() + "\n";
  }
}
