package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.lab.result.Measure;
import dev.sojourn.lab.result.ResultsDirectory;
import dev.sojourn.lab.result.RoundResult;
import dev.sojourn.lab.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// `sojourn lab` with sites that change between rounds, and with a site without hosts beside one
/// that has some. Both tests mostly wait for delays, so they run side by side.
@Execution(ExecutionMode.CONCURRENT)
final class ChangingExperimentIT {
  private static final int PAGES = 40;

  @TempDir private Path temp;

  @BeforeAll
  static void makeTheStartCache() throws IOException {
    ProgramStartCache.make();
  }

  private List<RunResult> runs(String text) throws IOException {
    var file = Files.writeString(temp.resolve("x.toml"), text);
    var out = temp.resolve("results");
    var run = Program.here("lab", "run", file.toString(), "--out", out.toString());
    var results = new ResultsDirectory(out).readRuns();
    // A busy machine makes links late and the run partial; its counts hold all the same.
    assertThat(run.exitCode()).as(run.err()).isIn(0, 6);
    assertThat(results)
        .allMatch(
            result -> result.reason().isEmpty() || result.reason().contains("machine is too busy"));
    return results;
  }

  @Test
  void everyRoundReadsWhatChangedAndNothingElse() throws IOException {
    var results =
        runs(
            """
            name = "changing"
            question = "Does a further round read what changed?"
            repetitions = 1
            [site]
            kind = "generated"
            pages = %d
            page-bytes = "4 KiB"
            changing = 0.1
            coming = 0.05
            going = 0.05
            [hosts.limits]
            workers = 1
            spare-workers = 0
            [link]
            delay = "25 ms"
            [crawl]
            kind = ["mobile", "classic"]
            index = false
            rounds = 3
            again = ["recrawl", "follow"]
            """
                .formatted(PAGES));

    // A classic crawl has no agent that stays.
    assertThat(results).hasSize(3);
    var changes = results.getFirst().rounds().stream().map(RoundResult::changes).toList();
    assertThat(changes.get(1).changed()).isPositive();
    assertThat(changes.get(1).sum() + changes.get(2).sum()).isLessThan(PAGES);
    for (var result : results) {
      assertThat(result.rounds()).extracting(RoundResult::changes).isEqualTo(changes);
      assertThat(result.rounds().getFirst().pages()).isEqualTo(PAGES + 1);
      for (var round : result.rounds().subList(1, 3)) {
        assertThat(read(result, round)).as(result.settings().toString()).isTrue();
        assertThat(round.bytes()).isPositive().isLessThan(result.rounds().getFirst().bytes());
      }
      assertThat(Measure.LATER_CHANGES.of(result))
          .hasValue((changes.get(1).sum() + changes.get(2).sum()) / 2.0);
    }
    var classic = results.stream().filter(result -> !isMobile(result)).toList();
    assertThat(classic).hasSize(1);
    // Each known page is asked for, and answered with 304 if it is unchanged.
    assertThat(Measure.LATER_REQUESTS.of(classic.getFirst()).orElseThrow())
        .isGreaterThan(PAGES / 2.0);
    assertThat(results.stream().filter(ChangingExperimentIT::isMobile))
        .allMatch(result -> Measure.LATER_REQUESTS.of(result).orElseThrow() < 5);
  }

  /// A round reads the pages that changed or came. A crawl that follows counts those that are gone,
  /// too; a page may wake its agent twice.
  private static boolean read(RunResult result, RoundResult round) {
    var changes = round.changes();
    return isFollowing(result)
        ? round.pages() >= changes.sum()
        : round.pages() == changes.changed() + changes.added();
  }

  private static boolean isMobile(RunResult result) {
    return result.settings().getFirst().text().equals("mobile");
  }

  private static boolean isFollowing(RunResult result) {
    return result.settings().getLast().text().equals("follow");
  }

  @Test
  void aSiteWithoutHostsIsReadOverHttpAndWordsChooseFindings() throws IOException {
    var result =
        runs("""
        name = "mixed"
        question = "Are both sites read?"
        repetitions = 1
        [[site]]
        kind = "generated"
        pages = 10
        page-bytes = "2 KiB"
        relevant = 1
        [[site]]
        kind = "generated"
        pages = 7
        page-bytes = "2 KiB"
        hosts = false
        [hosts.limits]
        workers = 1
        spare-workers = 0
        [link]
        delay = "25 ms"
        [crawl]
        kind = "mobile"
        index = false
        with.words = "relevant"
        """)
            .getFirst();

    assertThat(result.crawl().pages()).isEqualTo(10 + 7 + 2);
    assertThat(result.crawl().findings()).isEqualTo(10);
    assertThat(result.server().pages()).isEqualTo(8);
    assertThat(result.crawl().wireBytesMobile()).isPositive();
    assertThat(result.crawl().wireBytesClassic()).isPositive();
  }
}
