package dev.sojourn.lab.report;

import static dev.sojourn.lab.report.RunSamples.HOSTILE;
import static dev.sojourn.lab.report.RunSamples.done;
import static dev.sojourn.lab.report.RunSamples.kind;
import static dev.sojourn.lab.report.RunSamples.report;
import static dev.sojourn.lab.report.RunSamples.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.lab.experiment.Plot;
import dev.sojourn.lab.result.Measure;
import dev.sojourn.lab.result.RunOutcome;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

/// Both pages of a report whose every name is hostile.
final class PageTest {
  private static List<ReportBlock> hostile() {
    var plot = new Plot(HOSTILE, "crawl.kind", Measure.WALL_TIME, List.of());
    var report =
        report(
            HOSTILE,
            List.of(plot),
            List.of(
                done(1, 3, kind(HOSTILE)),
                run(2, RunOutcome.FAILED, HOSTILE, 0, kind("other\n# x"))));
    return ReportDocument.of(report, "```\n" + HOSTILE + "\n````\n");
  }

  private static Document parsed() {
    return Jsoup.parse(HtmlReport.of(hostile()));
  }

  @Test
  void thePageHasNoScriptAndNoAttributeThatRunsOrLoads() {
    var page = parsed();

    assertThat(page.getAllElements())
        .extracting(Element::normalName)
        .doesNotContain("script", "link", "img", "a", "iframe", "object", "base", "use", "image");
    assertThat(
            page.getAllElements().stream()
                .flatMap(element -> element.attributes().asList().stream()))
        .allSatisfy(
            attribute ->
                assertThat(attribute.getKey())
                    .doesNotStartWith("on")
                    .doesNotMatch("src|href|style"));
    assertThat(page.select("style").html()).doesNotContain("url(").doesNotContain("@import");
  }

  @Test
  void namesStandInThePageAsTheyAre() {
    var page = parsed();

    assertThat(page.select("h2").eachText()).anyMatch(text -> text.contains("<script>alert(1)"));
    assertThat(page.title()).contains("</title></svg><script>");
    assertThat(page.text()).contains("\ufffd").doesNotContain("\u202e", "\u0001");
  }

  @Test
  void thePageReportsAllThatTheDocumentHas() {
    var page = parsed();

    assertThat(page.select("figure > svg")).hasSize(6);
    assertThat(page.select(".question").text()).isEqualTo("Question?");
    assertThat(page.select(".found").text()).isEqualTo("Found: Found.");
    assertThat(page.select("section:contains(Runs that are in no chart) td").eachText())
        .contains("failed");
  }

  @Test
  void markdownHasOneRowALineAndNoMarkupOfStrangers() {
    var lines = MarkdownReport.of(hostile()).lines().toList();

    assertThat(lines.getFirst())
        .startsWith("# Experiment \\</title\\>")
        .contains("\\[a\\](http\\://b)");
    assertThat(lines.subList(0, lines.indexOf("## Commands")))
        .noneMatch(line -> line.startsWith("# x"));
    var failed = lines.stream().filter(line -> line.contains("failed |")).toList();
    assertThat(failed).hasSize(1);
    assertThat(failed.getFirst()).contains("\\|\\`\\*").matches("\\| 2 \\| .* \\|");
    assertThat(lines.getLast()).as("longer than any fence in the text").isEqualTo("`````");
  }
}
