package dev.sojourn.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.lab.command.LabCommand;
import dev.sojourn.lab.experiment.Plot;
import dev.sojourn.lab.result.Measure;
import dev.sojourn.lab.result.RunResult;
import dev.sojourn.lab.result.Setting;
import dev.sojourn.testing.BrowserPage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reports in a real browser. They open without an error. On a telephone, a screen and paper, their
/// text is not cut, does not overlap and is not too small.
final class ReportBrowserIT {
  private static final List<String> KINDS =
      List.of("mobile", "classic", "wget2", "crawler4j", "webmagic", "a-crawler-with-a-long-name");

  @TempDir private Path temp;

  @BeforeEach
  void needsABrowser() {
    assumeTrue(BrowserPage.isInstalled(), "skipped: there is no chromium on the PATH");
  }

  private void isWhole(String html) throws Exception {
    assertThat(BrowserPage.measured(html, temp))
        .as("one line for each form and none for a fault")
        .hasSize(3)
        .allMatch(line -> line.matches(".*: [0-9]{2,} texts"));
  }

  private String sample() throws Exception {
    ReportFilesTest.copySample(temp);
    assertThat(CommandRun.run(new LabCommand(), "lab", "report", temp.toString())).isZero();
    return Files.readString(temp.resolve("report.html"));
  }

  /// The browser reports the script, and no other error.
  @Test
  void thePageOpensWithoutAnErrorAndAScriptThatGotIntoItWouldNotRun() throws Exception {
    var script = "<script>document.body.setAttribute('data-ran', 'yes');</script></body>";
    var file = temp.resolve("script.html");
    Files.writeString(file, sample().replace("</body>", script));

    var visit = BrowserPage.open(file, temp);

    assertThat(visit.page()).contains("<svg", "Experiment sample", "<script>");
    assertThat(visit.page()).doesNotContain("data-ran=");
    assertThat(visit.log().lines().filter(line -> line.contains("CONSOLE")))
        .singleElement()
        .asString()
        .contains("Content Security Policy");
  }

  @Test
  void theSampleIsWholeAtEachWidthAndOnPaper() throws Exception {
    isWhole(sample());
  }

  /// An axis of two values, as in the yardstick.
  @Test
  void fourteenSeriesAreWholeWhereTheAxisHasTwoValues() throws Exception {
    isWhole(page(runs(14, List.of(RunSamples.delay(0), RunSamples.delay(25)))));
  }

  @Test
  void fourteenSeriesAreWholeWhereTheAxisIsAScale() throws Exception {
    isWhole(
        page(
            runs(
                14,
                List.of(
                    RunSamples.rate("1 Mbit/s", 1e6),
                    RunSamples.rate("10.5 Mbit/s", 10.5e6),
                    RunSamples.rate("500 Mbit/s", 500e6),
                    RunSamples.rate("unlimited", 0)))));
  }

  @Test
  void aFewSeriesAreWholeWhereTheAxisIsAScale() throws Exception {
    isWhole(
        page(
            runs(
                5,
                List.of(
                    RunSamples.delay(0),
                    RunSamples.delay(1),
                    RunSamples.delay(10),
                    RunSamples.delay(12),
                    RunSamples.delay(1000)))));
  }

  @Test
  void wordsAndLongAgentsAreWholeAlongTheAxis() throws Exception {
    var agents =
        List.of("indexing", "search words=" + "socket,".repeat(12) + " best=5", "検索".repeat(40))
            .stream()
            .map(agent -> new Setting("crawl.agent", agent, 0, ""))
            .toList();
    isWhole(page(runs(3, agents)));
  }

  private static String page(List<RunResult> runs) {
    var x = runs.getFirst().settings().getFirst().key();
    var plots = List.of(new Plot("Time", x, Measure.WALL_TIME, List.of("crawl.kind", "of")));
    var report = RunSamples.report("many", plots, runs);
    return HtmlReport.of(ReportDocument.of(report, "name = \"many\"\n"));
  }

  /// Seven runs of each, so that medians have intervals. The figures of the last series lie close
  /// to each other; those of the others span several factors of ten.
  private static List<RunResult> runs(int series, List<Setting> places) {
    var runs = new ArrayList<RunResult>();
    for (int i = 0; i < series; i++) {
      for (int place = 0; place < places.size(); place++) {
        for (int n = 0; n < 7; n++) {
          double seconds = (series > 8 ? Math.pow(2.2, i) : 40 + i) + place + 0.3 * n;
          runs.add(
              RunSamples.done(
                  runs.size() + 1,
                  seconds,
                  places.get(place),
                  RunSamples.kind(KINDS.get(i % KINDS.size())),
                  new Setting("of", "connections " + (1 << i), 1 << i, "1")));
        }
      }
    }
    return runs;
  }
}
