package dev.sojourn.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.lab.command.LabCommand;
import dev.sojourn.lab.result.ResultsDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

/// The command and its files: a report of the sample directory, and directories that have none.
final class ReportFilesTest {
  @TempDir private Path temp;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  static void copySample(Path to) throws IOException, URISyntaxException {
    var sample = ResultsDirectory.class.getResource("sample/runs.jsonl");
    for (var name : List.of("runs.jsonl", "machine.json", "experiment.toml")) {
      Files.copy(Path.of(sample.toURI()).resolveSibling(name), to.resolve(name));
    }
  }

  private int report(String... more) {
    var line =
        CommandRun.commandLine(new LabCommand(), "lab")
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true));
    var words = new ArrayList<>(List.of("report", temp.toString()));
    words.addAll(List.of(more));
    return line.execute(words.toArray(String[]::new));
  }

  private void change(String file, String old, String by) throws IOException {
    var path = temp.resolve(file);
    var text = Files.readString(path);
    assertThat(text).contains(old);
    Files.writeString(path, text.replace(old, by));
  }

  @Test
  void resultsInWhichNoRunHasEndedMakeNoPage() throws Exception {
    copySample(temp);
    Files.writeString(temp.resolve("runs.jsonl"), "{\"run\":1,");

    assertThat(report()).isEqualTo(2);

    assertThat(err.toString()).contains("has ended in " + temp + ";", "--resume");
    assertThat(temp.resolve("report.html")).doesNotExist();
  }

  @Test
  void theSampleHasAPageOfEachKind() throws Exception {
    copySample(temp);

    assertThat(report()).as(err.toString()).isZero();

    var html = Files.readString(temp.resolve("report.html"));
    var builder = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder();
    var xml = builder.parse(new InputSource(new StringReader(html)));
    assertThat(xml.getElementsByTagName("svg").getLength()).isEqualTo(6);
    var page = Jsoup.parse(html);
    assertThat(page.select("h1").text()).isEqualTo("Experiment sample");
    assertThat(page.select(".question").text()).startsWith("How does the time of a first crawl");
    assertThat(page.text())
        .contains("8 runs of 4 variants: 7 done, 0 in part, 1 failed.", "0.1.0", "Example 2 GHz");
    assertThat(page.select("section:first-of-type tbody tr").eachText())
        .contains("mobile 0 ms 3.15 3.10 3.20 2", "classic 20 ms 23.85 23.80 23.90 2");
    assertThat(page.select("pre").eachText().getLast()).contains("delay = [\"0 ms\", \"20 ms\"]");
    assertThat(temp.resolve("report.md"))
        .content()
        .contains("# Experiment sample\n", "| mobile | 0 ms | 3.15 | 3.10 | 3.20 | 2 |\n");
    assertThat(temp.resolve("export"))
        .isDirectoryContaining("glob:**/01-wall-time.tex")
        .isDirectoryContaining("glob:**/01-wall-time.svg");
    assertThat(html)
        .contains("No kind of run was done six times", "With n = 2, the range", "with 50 %.");
    assertThat(out.toString()).startsWith("6 charts of 8 runs: ").contains(temp + "/export");
  }

  @Test
  void anEarlierReportIsWrittenOverAndJsonNamesTheFiles() throws Exception {
    copySample(temp);
    Files.writeString(temp.resolve("report.md"), "old");

    assertThat(report("--json")).isZero();

    assertThat(temp.resolve("report.md")).content().startsWith("# Experiment");
    assertThat(out.toString())
        .contains("\"html\":\"" + temp.resolve("report.html"))
        .contains("\"runs\":8,\"done\":7,\"charts\":6");
  }

  @Test
  void aPageThatCannotBeWrittenLeavesTheEarlierOneAndIsNamed() throws Exception {
    copySample(temp);
    Files.writeString(temp.resolve("report.html"), "old");
    // A directory with content under the name that the new page has until it is whole.
    Files.createDirectories(temp.resolve("report.html.new/in-the-way"));

    assertThat(report()).isEqualTo(1);

    assertThat(err.toString()).contains("report.html").doesNotContain("fault of the program");
    assertThat(temp.resolve("report.html")).hasContent("old");
  }

  @Test
  void optionsOfJavaAndLaterSessionsUnderOtherConditionsAreInThePage() throws Exception {
    copySample(temp);
    var machine = Files.readString(temp.resolve("machine.json"));
    Files.writeString(
        temp.resolve("machine-2.json"),
        machine.replace("25.0.1 Debian", "26 Other").replace("2026-01-05", "2026-02-01"));
    change("machine.json", "{", "{\"javaOptions\": \"JAVA_TOOL_OPTIONS=-Xint\", ");

    assertThat(report()).isZero();

    assertThat(temp.resolve("report.md"))
        .content()
        .contains("| Java options | JAVA\\_TOOL\\_OPTIONS=-Xint |")
        .contains("| went on 2026-02-01T09:00:00Z | Java 26 Other (before: 25.0.1 Debian), Java");
  }

  @Test
  void commitCrawlersAndSettingsAreInThePage() throws Exception {
    copySample(temp);
    change("experiment.toml", "\"classic\"]", "\"classic\", \"wget2\"]\nconnections = [8, 64]");
    Files.writeString(
        temp.resolve("experiment.toml"),
        """
        [[crawler]]
        name = "wget2"
        command = ["wget2", "--max-threads={connections}", "{start}"]
        """,
        StandardOpenOption.APPEND);
    change(
        "machine.json",
        "{",
        """
        {"commit": "0f0f", "isChanged": true,
        "crawlers": [{"name": "wget2", "version": "GNU Wget2 2.2.0",
          "command": "wget2 '--max-threads={connections}' '{start}'"}, {"name": "x", "version": ""}],
        "settings": [{"key": "site.pages", "text": "500", "number": 500, "unit": "1"},
          {"key": "link.rate", "text": "unlimited", "number": 0, "unit": "bit/s"}],
        """);

    assertThat(report()).isZero();

    assertThat(temp.resolve("report.md"))
        .content()
        .contains("| sources | commit 0f0f, changed |")
        .contains("| wget2 | GNU Wget2 2.2.0 |", "| x | version not known |")
        .contains("| wget2, command | wget2 '--max-threads=\\{connections\\}' '\\{start\\}' |")
        .contains("| wget2, connections | 8, 64 |")
        .doesNotContain("| x, command |", "| x, connections |")
        .contains("| settings | site.pages 500, link.rate unlimited |");
  }

  @Test
  void runsThatAllFailedAreReported() throws Exception {
    copySample(temp);
    change("runs.jsonl", "\"outcome\": \"done\"", "\"outcome\": \"failed\"");

    assertThat(report()).isZero();

    assertThat(temp.resolve("report.html"))
        .content()
        .contains("No run was done")
        .doesNotContain("<svg");
  }

  @Test
  void aDirectoryWithoutResultsIsAMistake() {
    assertThat(report()).isEqualTo(2);

    assertThat(err.toString()).contains("has no results: there is no file", "lab run FILE --out");
    assertThat(temp.resolve("report.html")).doesNotExist();
  }

  @Test
  void aMistakeInTheExperimentIsReportedWithItsPlace() throws Exception {
    copySample(temp);
    change("experiment.toml", "y = \"bytes\"", "y = \"bites\"");

    assertThat(report()).isEqualTo(2);

    assertThat(err.toString()).contains("experiment.toml:", "bites");
  }

  @Test
  void aMemberThatIsMissingIsReportedWithItsLine() throws Exception {
    copySample(temp);
    change("runs.jsonl", "\"reason\": \"\", ", "");

    assertThat(report()).isEqualTo(2);

    assertThat(err.toString())
        .contains("runs.jsonl:1:", "reason")
        .doesNotContain("fault of the program");
  }

  @Test
  void aLineOfAnotherExperimentIsNamedAndNotCounted() throws Exception {
    copySample(temp);
    change("experiment.toml", "\"20 ms\"]", "\"30 ms\"]");

    assertThat(report()).isZero();

    assertThat(err.toString())
        .contains(
            "Warning: "
                + temp.resolve("runs.jsonl")
                + ":3 is not counted: variant 3 with link.delay 20 ms, crawl.kind mobile (expected:"
                + " link.delay 30 ms, crawl.kind mobile, as experiment.toml has it).")
        .hasLineCount(4);
    assertThat(temp.resolve("report.md")).content().contains("4 of 8 planned runs of 4 variants");
  }

  @Test
  void aLineWithAnotherSeedOrANumberTooHighIsNotCounted() throws Exception {
    copySample(temp);
    change("runs.jsonl", "{\"run\": 2, ", "{\"run\": 9, ");
    change(
        "runs.jsonl",
        "\"seed\": 17, \"started\": \"2026-01-05T09:05",
        "\"seed\": 2, \"started\": \"2026-01-05T09:05");
    change(
        "runs.jsonl",
        "{\"run\": 4, \"variant\": 4, \"repetition\": 1",
        "{\"run\": 4, \"variant\": 4, \"repetition\": 3");
    change("runs.jsonl", "\"variant\": 3, \"repetition\": 1", "\"variant\": 0, \"repetition\": 1");

    assertThat(report()).isZero();

    assertThat(err.toString())
        .contains(":2 is not counted: run 9 (expected: 1 to 8, as experiment.toml has it).")
        .contains(":3 is not counted: variant 0 (expected: 1 to 4,")
        .contains(":4 is not counted: repetition 3 (expected: 1 to 2,")
        .contains(":5 is not counted: seed 2 (expected: 17,")
        .hasLineCount(4);
  }

  @Test
  void anAnswerFromBeforeTheFirstRunIsLeftOutUntilItIsWrittenAnew() throws Exception {
    copySample(temp);
    var found = "With a delay of 20 ms agents beside the site take half of the time.";
    change("machine.json", "\"started\"", "\"found\": \"" + found + "\", \"started\"");

    assertThat(report()).isZero();
    assertThat(temp.resolve("report.md")).content().doesNotContain("**Found:**");

    change("experiment.toml", "take half of the time", "take a third of the time");
    assertThat(report()).isZero();
    assertThat(temp.resolve("report.md")).content().contains("**Found:**", "a third of the time");
  }

  @Test
  void ofTwoLinesForOneRunTheLastCounts() throws Exception {
    copySample(temp);
    var runs = temp.resolve("runs.jsonl");
    var first = Files.readAllLines(runs).getFirst();
    var again = first.replace("\"wallSeconds\": 3.1,", "\"wallSeconds\": 5.1,") + "\n";
    Files.writeString(runs, again, StandardOpenOption.APPEND);

    assertThat(report()).isZero();

    assertThat(err.toString())
        .contains(":1 is not counted: line 9 has the same run, variant 1, repetition 1.")
        .hasLineCount(1);
    assertThat(temp.resolve("report.md"))
        .content()
        .contains("8 runs of 4 variants: 7 done", "| mobile | 0 ms | 4.15 | 3.20 | 5.10 | 2 |");
  }

  @Test
  void aFigureThatCannotBeIsReportedWithItsRun() throws Exception {
    copySample(temp);
    change("runs.jsonl", "\"wallSeconds\": 3.1,", "\"wallSeconds\": 1e999,");

    assertThat(report()).isEqualTo(2);

    assertThat(err.toString()).contains("run 1", "wall-time");
  }
}
