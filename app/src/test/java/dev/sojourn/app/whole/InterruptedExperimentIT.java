package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.lab.result.ResultsDirectory;
import dev.sojourn.lab.result.RunOutcome;
import dev.sojourn.lab.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `sojourn lab run` that Ctrl-C ends at random moments, some of them while servers start. The
/// signal goes to all programs of a run, as from a terminal. An interrupted run does not count: the
/// results are those of an undisturbed experiment.
final class InterruptedExperimentIT {
  private static final Duration AT_MOST = Duration.ofMinutes(10);
  private static final long LONGEST_MILLIS = 5_000;
  private static final int MOMENTS = Integer.getInteger("interrupts", 3);
  private static final long SEED = Long.getLong("interrupts.seed", System.nanoTime());

  @TempDir private Path temp;

  @BeforeAll
  static void makeTheStartCache() throws IOException {
    ProgramStartCache.make();
  }

  @Test
  void interruptedAtRandomMomentsAndResumedItBringsTheSame()
      throws IOException, InterruptedException {
    var file =
        ExperimentText.write(temp, "[crawl]\nkind = [\"classic\", \"mobile\"]\nindex = false\n");
    var out = temp.resolve("interrupted");
    var random = new Random(SEED);
    for (int moment = 0; moment < MOMENTS; moment++) {
      interrupt(words(file, out), random.nextLong(LONGEST_MILLIS));
    }
    Program.run(temp, AT_MOST, words(file, out)).succeeded();

    var undisturbed = temp.resolve("undisturbed");
    Program.run(temp, AT_MOST, words(file, undisturbed)).succeeded();
    assertThat(outcomes(out)).describedAs("seed %d", SEED).isEqualTo(outcomes(undisturbed));
  }

  private static String[] words(Path file, Path out) {
    var words = new ArrayList<>(List.of("lab", "run", file.toString(), "--out", out.toString()));
    if (Files.exists(new ResultsDirectory(out).runs())) {
      words.add("--resume");
    }
    return words.toArray(String[]::new);
  }

  private void interrupt(String[] words, long afterMillis)
      throws IOException, InterruptedException {
    var lab = Program.startInterruptible(temp, words);
    try {
      if (lab.waitFor(afterMillis, TimeUnit.MILLISECONDS)) {
        return;
      }
      Program.interrupt(lab);
      assertThat(lab.waitFor(AT_MOST.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } finally {
      lab.destroyForcibly();
    }
  }

  private record Outcome(
      int run, int variant, int repetition, RunOutcome outcome, long pages, long requests) {}

  private static List<Outcome> outcomes(Path out) throws IOException {
    return new ResultsDirectory(out)
        .readRuns().stream().map(InterruptedExperimentIT::outcome).toList();
  }

  private static Outcome outcome(RunResult run) {
    return new Outcome(
        run.run(),
        run.variant(),
        run.repetition(),
        run.outcome(),
        run.crawl().pages(),
        run.server().requests());
  }
}
