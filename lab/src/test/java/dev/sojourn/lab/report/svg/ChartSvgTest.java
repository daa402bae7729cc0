package dev.sojourn.lab.report.svg;

import static dev.sojourn.lab.report.RunSamples.HOSTILE;
import static dev.sojourn.lab.report.RunSamples.delay;
import static dev.sojourn.lab.report.RunSamples.done;
import static dev.sojourn.lab.report.RunSamples.hosts;
import static dev.sojourn.lab.report.RunSamples.kind;
import static dev.sojourn.lab.report.RunSamples.report;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.lab.experiment.Plot;
import dev.sojourn.lab.result.Measure;
import dev.sojourn.lab.result.RunResult;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
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
  private static Document drawn(String x, List<String> by, RunResult... runs)
      throws IOException, SAXException, ParserConfigurationException {
    var plot = new Plot("Time", x, Measure.WALL_TIME, by);
    var chart = report("x", List.of(plot), List.of(runs)).charts().getFirst();
    var builder = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder();
    return builder.parse(new InputSource(new StringReader(ChartSvg.of(chart).markup())));
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
            done(4, 9, delay(20), kind("classic")));

    assertThat(elements(drawing, "path", "line")).hasSize(2);
    assertThat(elements(drawing, "path", "mark")).as("four points, two labels").hasSize(6);
    assertThat(elements(drawing, "path", "whisker")).as("only one point has a spread").hasSize(1);
    assertThat(texts(drawing, "text")).contains("mobile", "classic", "link.delay", "s", "0", "10");
    assertThat(texts(drawing, "title"))
        .contains("mobile, link.delay 0 ms, median 3.50 s, 3.00 to 4.00 s, n 2");
  }

  @Test
  void nothingLiesOutsideTheDrawing() throws Exception {
    var drawing =
        drawn(
            "link.delay",
            List.of("crawl.kind"),
            IntStream.range(0, 60)
                .mapToObj(i -> done(i, 1 + i, delay(i % 3), kind("kind " + i / 3 + " " + HOSTILE)))
                .toArray(RunResult[]::new));

    var box = drawing.getDocumentElement().getAttribute("viewBox").split(" ", -1);
    double width = Double.parseDouble(box[2]);
    double height = Double.parseDouble(box[3]);
    var found = drawing.getElementsByTagName("text");
    for (int i = 0; i < found.getLength(); i++) {
      var text = (Element) found.item(i);
      double x = Double.parseDouble(text.getAttribute("x"));
      double length = 6.6 * text.getTextContent().codePointCount(0, text.getTextContent().length());
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
            done(3, 9, kind("classic")));

    assertThat(elements(drawing, "path", "line").getLast().getAttribute("d"))
        .matches("M64 [0-9.]+H[0-9.]+");
  }

  @Test
  void withoutASettingThereIsOnePoint() throws Exception {
    var drawing = drawn("", List.of(), done(1, 0));

    assertThat(elements(drawing, "path", "mark")).hasSize(1);
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
}
