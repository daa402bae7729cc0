package dev.sojourn.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.sojourn.lab.report.RunSamples;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The tables of runs and rounds, read by a program that does not know the lab.
final class RunTableTest {
  private static final List<Setting> CONSTANTS =
      List.of(
          new Setting("site.page-bytes", "16 KiB", 16_384, "B"),
          new Setting("site.changed", "0.25", 0.25, "1"),
          new Setting("link.rate", "unlimited", 0, "bit/s"),
          new Setting("crawl.agent", "search words=\"a, b\"", 0, ""));

  @TempDir private Path temp;

  private static List<Map<String, String>> read(Path file) throws IOException {
    var schema = CsvSchema.emptySchema().withHeader().withStrictHeaders(true);
    try (var rows =
        new CsvMapper()
            .readerForMapOf(String.class)
            .with(schema)
            .<Map<String, String>>readValues(file.toFile())) {
      return rows.readAll();
    }
  }

  private ResultsDirectory written(
      List<RunResult> runs, Map<List<Setting>, List<Setting>> constants) throws IOException {
    var results = new ResultsDirectory(temp);
    results.writeTables(runs, constants);
    return results;
  }

  private static List<RunResult> sample() throws IOException, URISyntaxException {
    var folder = RunTableTest.class.getResource("sample/runs.jsonl").toURI();
    return new ResultsDirectory(Path.of(folder).resolveSibling("")).readRuns();
  }

  @Test
  void aRunIsARowOfPlainNumbersWithUnitsInTheHeadsAndConstantsAsColumns() throws Exception {
    var runs = sample();
    var rows = read(written(runs, Map.of(runs.getFirst().settings(), CONSTANTS)).table());

    assertThat(rows).hasSize(8);
    var first = rows.getFirst();
    assertThat(first)
        .containsEntry("run", "1")
        .containsEntry("variant", "1")
        .containsEntry("repetition", "1")
        .containsEntry("seed", "1")
        .containsEntry("started", "2026-01-05T09:01:00Z")
        .containsEntry("link.delay (ms)", "0")
        .containsEntry("crawl.kind", "mobile")
        .containsEntry("site.page-bytes (B)", "16384")
        .containsEntry("site.changed", "0.25")
        .containsEntry("link.rate (bit/s)", "Infinity")
        .containsEntry("crawl.agent", "search words=\"a, b\"")
        .containsEntry("outcome", "done")
        .containsEntry("reason", "")
        .containsEntry("wall-time (s)", "3.1")
        .containsEntry("pages", "501")
        .containsEntry("bytes (B)", "412600")
        .containsEntry("load-before", "");
    assertThat(Double.parseDouble(first.get("pages-per-second (pages/s)")))
        .isCloseTo(501 / 3.1, within(1e-6));
    assertThat(rows).allSatisfy(row -> assertThat(row.keySet()).isEqualTo(first.keySet()));
    assertThat(rows.get(2)).containsEntry("link.delay (ms)", "20");
    assertThat(rows.get(1)).containsEntry("site.changed", "");
  }

  /// All others are numbers, so that no program has to remove a unit.
  @Test
  void eachCellOfANumberIsANumberOrEmpty() throws Exception {
    var runs = sample();
    var words = List.of("started", "crawl.kind", "crawl.agent", "outcome", "reason");
    for (var row : read(written(runs, Map.of(runs.getFirst().settings(), CONSTANTS)).table())) {
      row.forEach(
          (head, cell) -> {
            if (!words.contains(head) && !cell.isEmpty()) {
              assertThat(cell).as(head).matches("[0-9]+(\\.[0-9]{1,6})?|Infinity");
              assertThat(Double.parseDouble(cell)).isNotNegative();
            }
          });
    }
  }

  @Test
  void aRunThatFailedHasItsReasonAndNoFigures() throws Exception {
    var failed = read(written(sample(), Map.of()).table()).get(6);

    assertThat(failed).containsEntry("outcome", "failed");
    assertThat(failed.get("reason")).startsWith("The crawl took longer");
    for (var measure : Measure.values()) {
      assertThat(failed).containsEntry(SettingColumns.head(measure.word(), measure.unit()), "");
    }
  }

  @Test
  void whatTheMachineDidBesideIsInColumns() throws Exception {
    var like = sample().getFirst();
    var run =
        new RunResult(
            1,
            1,
            1,
            like.settings(),
            1,
            like.started(),
            RunOutcome.PARTIAL,
            "Line one.\nLine two, \"quoted\".",
            3,
            like.crawl(),
            like.server(),
            like.links(),
            like.processes(),
            new MachineUse(1.5, 0.25, 2.75, 0.125),
            List.of(),
            List.of(),
            List.of());

    assertThat(read(written(List.of(run), Map.of()).table()).getFirst())
        .containsEntry("others-cpu-time (s)", "1.5")
        .containsEntry("stolen-time (s)", "0.25")
        .containsEntry("load-before", "2.75")
        .containsEntry("calibration-time (s)", "0.125")
        .containsEntry("reason", "Line one.\nLine two, \"quoted\".");
  }

  @Test
  void aRoundIsARowOfItsOwnTable() throws Exception {
    var process = new ProcessResult("dispatcher", 1, 1 << 20);
    var runs = new ArrayList<RunResult>();
    runs.add(
        RunSamples.with(
            RunSamples.done(1, 9, RunSamples.kind("mobile")),
            process,
            new RoundResult(4.5, 100, 7 << 20, 5_000, 101, ChangeCounts.NONE, 0, 0),
            new RoundResult(4.25, 99, 0, 700, 12, new ChangeCounts(3, 2, 1), 1.5, 0.25)));
    runs.add(RunSamples.done(2, 3, RunSamples.kind("classic")));
    var constants = Map.of(runs.getFirst().settings(), CONSTANTS);
    var results = written(runs, constants);

    assertThat(read(results.table())).hasSize(2);
    var rounds = read(results.roundsTable());
    assertThat(rounds).hasSize(2);
    assertThat(rounds.getFirst())
        .containsEntry("run", "1")
        .containsEntry("crawl.kind", "mobile")
        .containsEntry("site.page-bytes (B)", "16384")
        .containsEntry("round", "1")
        .containsEntry("wall-time (s)", "4.5")
        .containsEntry("pages", "100")
        .containsEntry("host-memory (B)", Integer.toString(7 << 20));
    assertThat(rounds.getLast())
        .containsEntry("round", "2")
        .containsEntry("host-memory (B)", "")
        .containsEntry("bytes (B)", "700")
        .containsEntry("requests", "12")
        .containsEntry("changed", "3")
        .containsEntry("added", "2")
        .containsEntry("gone", "1")
        .containsEntry("site-cpu (s)", "1.5")
        .containsEntry("crawler-cpu (s)", "0.25");
  }

  @Test
  void withoutRoundsThereIsNoTableOfThem() throws Exception {
    assertThat(written(sample(), Map.of()).roundsTable()).doesNotExist();
    assertThat(Files.readString(temp.resolve("runs.csv"))).contains("\r\n");
  }

  @Test
  void eachColumnIsInTheDocument() throws Exception {
    var document = Files.readString(Path.of("../docs/lab.md"));
    var process = new ProcessResult("dispatcher", 1, 1 << 20);
    var run =
        RunSamples.with(
            RunSamples.done(1, 9, RunSamples.kind("mobile")),
            process,
            new RoundResult(4.5, 1, 1, 0, 0, ChangeCounts.NONE, 0, 0));
    var results = written(List.of(run), Map.of());

    var heads = new ArrayList<>(read(results.table()).getFirst().keySet());
    heads.addAll(read(results.roundsTable()).getFirst().keySet());
    assertThat(heads).allSatisfy(head -> assertThat(document).contains("`" + head + "`"));
  }
}
