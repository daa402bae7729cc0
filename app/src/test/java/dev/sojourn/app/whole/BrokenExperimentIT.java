package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.lab.result.ResultsDirectory;
import dev.sojourn.lab.result.RunOutcome;
import dev.sojourn.lab.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// `sojourn lab` whose processes are killed, interrupted, or fail. Its tests mostly wait for delays
/// and restarts, so they run side by side.
@Execution(ExecutionMode.CONCURRENT)
final class BrokenExperimentIT {
  private static final Duration AT_MOST = Duration.ofMinutes(15);

  @TempDir private Path temp;

  @BeforeAll
  static void makeTheStartCache() throws IOException {
    ProgramStartCache.make();
  }

  @Test
  void whatIsKilledIsStartedAgainAndNoPageIsMissing() throws IOException {
    var out = temp.resolve("results");
    // Four seconds pass before an agent has come to a host, so no crawl has ended by then.
    var file =
        ExperimentText.write(
            temp,
            """
            [link]
            delay = "500 ms"
            [crawl]
            kind = "mobile"
            index = false
            [[fault]]
            at = "2 s"
            kill = "dispatcher"
            [[fault]]
            at = "3 s"
            kill = "host 2"
            back = "1 s"
            # While the host starts, which takes longer than this one is down.
            [[fault]]
            at = "4500 ms"
            kill = "dispatcher"
            back = "500 ms"
            """);
    var run = Program.here("lab", "run", file.toString(), "--out", out.toString());

    assertThat(run.succeeded().err()).contains("dispatcher killed at ", "host 2 killed at ");
    var result = new ResultsDirectory(out).readRuns().getFirst();
    assertThat(result.outcome()).as(result.reason()).isEqualTo(RunOutcome.DONE);
    assertThat(result.crawl().pages()).isEqualTo(ExperimentText.PAGES + 1);
    assertThat(result.faults())
        .hasSize(3)
        .allSatisfy(
            fault -> assertThat(fault.backSeconds()).isGreaterThanOrEqualTo(fault.atSeconds()));
    assertThat(result.faults().getLast().kill()).isEqualTo("dispatcher");
    assertThat(result.faults())
        .extracting(fault -> fault.backSeconds() - fault.atSeconds())
        .satisfiesExactly(
            down -> assertThat(down).isNotNegative(),
            down -> assertThat(down).isGreaterThanOrEqualTo(1),
            down -> assertThat(down).isGreaterThanOrEqualTo(0.5));
  }

  @Test
  void ctrlCEndsEverythingThatWasStarted() throws IOException, InterruptedException {
    var out = temp.resolve("results");
    // Each page takes 600 ms at least, so the first run lasts until it is ended.
    var file =
        ExperimentText.write(
            temp, "[link]\ndelay = \"300 ms\"\n[crawl]\nkind = [\"classic\", \"mobile\"]\n");
    var lab =
        Program.startInterruptible(temp, "lab", "run", file.toString(), "--out", out.toString());
    List<ProcessHandle> descendants = List.of();
    try {
      await().atMost(AT_MOST).until(() -> Files.exists(out.resolve("work/run-001/crawl/crawl.db")));
      descendants = lab.descendants().toList();
      assertThat(descendants).hasSizeGreaterThanOrEqualTo(2);
      Program.interrupt(lab);

      assertThat(lab.waitFor(5, TimeUnit.MINUTES)).isTrue();
      assertThat(lab.exitValue()).isEqualTo(1);
      assertThat(temp.resolve("err"))
          .content()
          .contains("Interrupted: 0 of 2 runs ended and are kept in " + out, out + " --resume");
      for (var process : descendants) {
        await()
            .atMost(AT_MOST)
            .untilAsserted(
                () -> assertThat(process.isAlive()).as(process.info().toString()).isFalse());
      }
      assertThat(new ResultsDirectory(out).readRuns()).isEmpty();
    } finally {
      lab.destroyForcibly();
      descendants.forEach(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  void aRunThatFailsIsReportedAndRecordedAndTheOthersGoOn() throws IOException {
    var out = temp.resolve("results");
    // The seed keeps the two in this order.
    var file =
        ExperimentText.write(
            temp,
            """
            [crawl]
            kind = ["broken", "classic"]
            index = false
            [[crawler]]
            name = "broken"
            command = ["sh", "-c", "echo no-such-page >&2; exit 3", "{start}"]
            """);
    var run = Program.here("lab", "run", file.toString(), "--out", out.toString());

    assertThat(run.exitCode()).isEqualTo(6);
    assertThat(run.err())
        .contains("failed: ", "exit code 3: no-such-page", "1 done", "1 failed")
        .contains("--resume --failed");
    assertThat(new ResultsDirectory(out).readRuns())
        .extracting(RunResult::outcome)
        .containsExactly(RunOutcome.FAILED, RunOutcome.DONE);

    var again = Program.here("lab", "run", file.toString(), "--out", out.toString());
    assertThat(again.exitCode()).isEqualTo(2);
    assertThat(again.err()).contains("has results already", "--resume").hasLineCount(1);

    // As after a kill in the middle of the line of the last run.
    var runs = new ResultsDirectory(out).runs();
    var lines = Files.readAllLines(runs);
    var whole = lines.getFirst() + "\n";
    Files.writeString(runs, whole + lines.getLast().substring(0, 20));
    var resumed = Program.here("lab", "run", file.toString(), "--out", out.toString(), "--resume");
    assertThat(resumed.exitCode()).isEqualTo(6);
    assertThat(resumed.err())
        .contains("run 2 of 2", "1 done", "1 failed")
        .doesNotContain("run 1 of");
    assertThat(runs).content().startsWith(whole).hasLineCount(2);

    var failed =
        Program.here(
            "lab", "run", file.toString(), "--out", out.toString(), "--resume", "--failed");
    assertThat(failed.exitCode()).isEqualTo(6);
    assertThat(failed.err())
        .contains("run 1 of 2", "failed: ", "1 done", "1 failed")
        .doesNotContain("run 2 of");
    assertThat(runs).content().doesNotContain(whole).hasLineCount(2);
    assertThat(out.resolve("failed.jsonl")).hasContent(whole);
  }
}
