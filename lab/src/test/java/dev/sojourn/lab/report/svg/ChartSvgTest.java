package dev.sojourn.lab.report.svg;

import static dev.sojourn.lab.report.RunSamples.HOSTILE;
import static dev.sojourn.lab.report.RunSamples.delay;
import static dev.sojourn.lab.report.RunSamples.done;
import static dev.sojourn.lab.report.RunSamples.hosts;
import static dev.sojourn.lab.report.RunSamples.kind;
import static dev.sojourn.lab.report.RunSamples.report;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sojourn.lab.experiment.Plot;
import dev.sojourn.lab.report.model.Chart;
import dev.sojourn.lab.result.Measure;
import dev.sojourn.lab.result.RunResult;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/// Charts as a reader of XML sees them.
final class ChartSvgTest {
  private static Chart chart(String x, List<String> by, RunResult... runs) {
    var plot = new Plot("Time", x, Measure.WALL_TIME, by);
    return report("x", List.of(plot), List.of(runs)).charts().getFirst();
  }

  private static Document drawn(String x, List<String> by, RunResult... runs)
      throws IOException, SAXException, ParserConfigurationException {
    var drawings = ChartSvg.of(chart(x, by, runs));
    return parsed(Markup.element("div").add(drawings).markup());
  }

  private static Document parsed(String xml)
      throws IOException, SAXException, ParserConfigurationException {
    var builder = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder();
    return builder.parse(new InputSource(new StringReader(xml)));
  }

  private static List<Element> elements(Document drawing, String name, String kind) {
    var found = drawing.getElementsByTagName(name);
    return IntStream.range(0, found.getLength())
        .mapToObj(i -> (Element) found.item(i))
        .filter(element -> List.of(element.getAttribute("class").split(" ", -1)).contains(kind))
        .toList();
  }

  private static List<String> texts(Document drawing, String name) {
    var found = drawing.getElementsByTagName(name);
    return IntStream.range(0, found.getLength())
        .mapToObj(i -> found.item(i).getTextContent())
        .toList();
  }

  /// Runs of some series at each of some delays.
  private static RunResult[] runs(int series, int... delays) {
    return IntStream.range(0, series * delays.length)
        .mapToObj(
            i ->
                done(
                    i + 1,
                    1 + i,
                    delay(delays[i % delays.length]),
                    kind("kind " + i / delays.length)))
        .toArray(RunResult[]::new);
  }

  @Test
  void aSeriesHasALineItsPointsAndALabel() throws Exception {
    var drawing =
        drawn(
            "link.delay",
            List.of("crawl.kind"),
            done(1, 3, delay(0), kind("mobile")),
            done(1, 4, delay(0), kind("mobile")),
            done(2, 5, delay(20), kind("mobile")),
            done(3, 6, delay(0), kind("classic")),
            done(4, 9, delay(20), kind("classic")),
            done(5, 9, delay(40), kind("classic")));

    assertThat(elements(drawing, "path", "line")).as("two, and two in the legend").hasSize(4);
    assertThat(elements(drawing, "path", "mark")).as("five points, two labels").hasSize(7);
    assertThat(elements(drawing, "path", "whisker")).as("only one point has a spread").hasSize(1);
    assertThat(texts(drawing, "text"))
        .contains("mobile", "classic", "link.delay", "wall-time (s)", "0", "10");
    assertThat(texts(drawing, "title"))
        .contains("mobile, link.delay 0 ms, median 3.50 s, 3.00 to 4.00 s, n 2");
  }

  @Test
  void anAxisOfTwoValuesHasABarForEachPointWithItsMedian() throws Exception {
    var drawing = drawn("link.delay", List.of("crawl.kind"), runs(3, 0, 20));

    assertThat(elements(drawing, "rect", "bar")).hasSize(6);
    assertThat(elements(drawing, "path", "line")).isEmpty();
    assertThat(texts(drawing, "text"))
        .containsSubsequence("kind 0", "0 ms", "1 s", "20 ms", "2 s", "kind 1")
        .contains("wall-time (s) by link.delay");
    var widths =
        elements(drawing, "rect", "bar").stream()
            .map(bar -> Double.parseDouble(bar.getAttribute("width")))
            .toList();
    assertThat(widths.get(5) / widths.get(0)).isCloseTo(6, within(0.05));
  }

  /// A bar has no begin on a logarithmic scale.
  @Test
  void figuresThatSpanALargeFactorArePointsAndNotBars() throws Exception {
    var drawing =
        drawn(
            "link.delay",
            List.of("crawl.kind"),
            done(1, 1, delay(0), kind("mobile")),
            done(2, 1_000, delay(20), kind("mobile")));

    assertThat(elements(drawing, "rect", "bar")).isEmpty();
    assertThat(elements(drawing, "path", "mark")).hasSize(2);
  }

  @Test
  void manySeriesHaveAPlotEachWithTheOthersBehind() throws Exception {
    var drawing = drawn("link.delay", List.of("crawl.kind"), runs(14, 0, 10, 20));

    assertThat(elements(drawing, "path", "line")).hasSize(14);
    assertThat(elements(drawing, "path", "other")).hasSize(14 * 13);
    assertThat(elements(drawing, "path", "mark")).hasSize(14 * 3);
    assertThat(elements(drawing, "text", "label"))
        .extracting(Element::getTextContent)
        .containsExactlyElementsOf(IntStream.range(0, 14).mapToObj(i -> "kind " + i).toList());
    assertThat(
            elements(
                drawn("link.delay", List.of("crawl.kind"), runs(41, 0, 10, 20)), "path", "other"))
        .as("the page does not grow with the square of its series")
        .isEmpty();
  }

  /// Six lines, which is the most in one plot, differ in the shapes of their points.
  @Test
  void seriesOfOnePlotAreDistinguishedWithoutColour() throws Exception {
    var drawing = drawn("link.delay", List.of("crawl.kind"), runs(6, 0, 10, 20));

    var looks =
        elements(drawing, "path", "mark").stream()
            .map(mark -> mark.getAttribute("d").replaceFirst("^M[-0-9. ]+", ""))
            .collect(Collectors.groupingBy(shape -> shape, Collectors.counting()));
    assertThat(looks).hasSize(6).allSatisfy((_, count) -> assertThat(count).isEqualTo(4));
  }

  @Test
  void anIntervalIsAThickStrokeWithinTheThinOne() throws Exception {
    var runs =
        IntStream.rangeClosed(1, 9)
            .mapToObj(i -> done(i, i, delay(0), kind("mobile")))
            .toArray(RunResult[]::new);
    var drawing = drawn("link.delay", List.of(), runs);

    assertThat(elements(drawing, "path", "interval")).hasSize(1);
    assertThat(elements(drawing, "path", "whisker")).hasSize(1);
    assertThat(texts(drawing, "title").getFirst())
        .contains("95 % interval 2 to 8 s", "1 to 9 s, n 9");
  }

  @Test
  void nothingLiesOutsideItsDrawingAndEachFitsOnASheet() throws Exception {
    for (var delays : List.of(new int[] {0}, new int[] {0, 1}, new int[] {0, 1, 2})) {
      var runs =
          IntStream.range(0, 60)
              .mapToObj(
                  i -> done(i, 1 + i, delay(delays[i % delays.length]), kind(i + " " + HOSTILE)))
              .toArray(RunResult[]::new);
      var drawings = drawn("link.delay", List.of("crawl.kind"), runs).getElementsByTagName("svg");
      assertThat(drawings.getLength()).isGreaterThan(1);
      for (int i = 0; i < drawings.getLength(); i++) {
        isWithin((Element) drawings.item(i));
      }
    }
  }

  private static void isWithin(Element drawing) {
    var box = drawing.getAttribute("viewBox").split(" ", -1);
    double width = Double.parseDouble(box[2]);
    double height = Double.parseDouble(box[3]);
    assertThat(height).isLessThanOrEqualTo(ChartSvg.MOST_HEIGHT);
    var found = drawing.getElementsByTagName("text");
    for (int i = 0; i < found.getLength(); i++) {
      var text = (Element) found.item(i);
      double x = Double.parseDouble(text.getAttribute("x"));
      double length = LabelWidth.of(text.getTextContent());
      double begin =
          switch (text.getAttribute("text-anchor")) {
            case "end" -> x - length;
            case "middle" -> x - length / 2;
            default -> x;
          };
      assertThat(begin).as(text.getTextContent()).isNotNegative();
      assertThat(begin + length).as(text.getTextContent()).isLessThanOrEqualTo(width);
      assertThat(Double.parseDouble(text.getAttribute("y"))).isBetween(0.0, height);
    }
  }

  @Test
  void aLineDoesNotPassOverAPlaceWithoutRuns() throws Exception {
    var drawing =
        drawn(
            "link.delay",
            List.of("crawl.kind"),
            done(1, 3, delay(0), kind("mobile")),
            done(2, 5, delay(10), kind("classic")),
            done(3, 5, delay(20), kind("mobile")));

    var line = elements(drawing, "path", "line").getFirst().getAttribute("d");
    assertThat(line).doesNotContain("L").matches("M[^M]+M[^M]+");
  }

  @Test
  void aSeriesWithoutAPlaceIsALevelLine() throws Exception {
    var drawing =
        drawn(
            "hosts.count",
            List.of("crawl.kind"),
            done(1, 3, hosts(1), kind("mobile")),
            done(2, 2, hosts(2), kind("mobile")),
            done(3, 2, hosts(3), kind("mobile")),
            done(4, 9, kind("classic")));

    assertThat(elements(drawing, "path", "line").get(2).getAttribute("d"))
        .matches("M[0-9.]+ [0-9.]+H[0-9.]+");
  }

  @Test
  void withoutASettingThereIsOneBar() throws Exception {
    var drawing = drawn("", List.of(), done(1, 0));

    assertThat(elements(drawing, "rect", "bar")).hasSize(1);
  }

  @Test
  void namesOfStrangersAreText() throws Exception {
    var drawing =
        drawn(
            "link.delay",
            List.of("crawl.kind"),
            done(1, 3, delay(0), kind(HOSTILE)),
            done(2, 3, delay(0), kind("b")));

    assertThat(drawing.getElementsByTagName("script").getLength()).isZero();
    assertThat(texts(drawing, "title").getFirst()).startsWith("</title></svg><script>");
  }

  @Test
  void aFileStandsAlone() throws Exception {
    var chart = chart("link.delay", List.of("crawl.kind"), runs(2, 0, 20));
    var file = ChartSvg.file(ChartSvg.of(chart).getFirst());
    var root = parsed(file).getDocumentElement();

    assertThat(root.getAttribute("xmlns")).isEqualTo("http://www.w3.org/2000/svg");
    assertThat(root.getAttribute("width")).isEqualTo("460");
    var style = root.getElementsByTagName("style").item(0).getTextContent();
    assertThat(style).contains("--ink: #", "--page: #", "--soft: #", "--rule: #", "--c7: #");
    assertThat(file).doesNotContain("href", "url(", "@import", "<script");
  }
}
