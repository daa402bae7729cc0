package dev.sojourn.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.lab.experiment.Experiment;
import dev.sojourn.lab.experiment.ExperimentReader;
import dev.sojourn.lab.experiment.ExperimentReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The order and the seeds of runs.
final class PlannedRunTest {
  @TempDir private Path temp;

  private Experiment experiment() throws IOException {
    var text =
        """
        name = "seeds"
        question = "Which site?"
        repetitions = 3
        seed = 5
        [site]
        kind = "generated"
        [link]
        delay = ["0 ms", "1 ms"]
        [crawl]
        kind = "classic"
        """;
    return switch (ExperimentReader.read(Files.writeString(temp.resolve("x.toml"), text))) {
      case ExperimentReading.Valid(var valid) -> valid;
      case ExperimentReading.Invalid(var errors) -> throw new AssertionError(errors);
    };
  }

  /// Otherwise all repetitions measure one site, and their spread is that of the machine alone.
  @Test
  void eachRepetitionHasASeedOfItsOwnThatItsVariantsShare() throws IOException {
    var seeds =
        PlannedRun.all(experiment()).stream()
            .collect(
                Collectors.groupingBy(
                    PlannedRun::repetition,
                    Collectors.mapping(PlannedRun::seed, Collectors.toSet())));

    assertThat(seeds.get(1)).containsExactly(5L);
    assertThat(seeds.get(2)).containsExactly(21L);
    assertThat(seeds.get(3)).containsExactly(37L);
  }
}
