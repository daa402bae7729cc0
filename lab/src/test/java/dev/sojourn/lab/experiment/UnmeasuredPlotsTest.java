package dev.sojourn.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Plots and targets of measures that no run of the experiment has, and plots that mix variants.
final class UnmeasuredPlotsTest {
  private static final String MEMORY =
      """
      name = "memory"
      question = "How much?"
      [site]
      kind = "generated"
      [link]
      delay = ["0 ms", "10 ms"]
      [crawl]
      kind = "mobile"
      [[plot]]
      title = "Memory"
      x = "link.delay"
      y = "idle-memory"
      [[target]]
      text = "Little."
      measure = "idle-memory"
      where = { link.delay = "0 ms" }
      at-most = 1
      """;

  @TempDir private Path temp;

  @Test
  void aPointOfSeveralVariantsIsAMistakeThatNamesTheKey() throws IOException {
    var several =
        """
        name = "mixed"
        question = "Which of them?"
        [site]
        kind = "generated"
        [link]
        delay = ["0 ms", "10 ms"]
        rate = ["unlimited", "1 Mbit/s"]
        [crawl]
        kind = ["mobile", "classic"]
        [[plot]]
        title = "Time"
        x = "link.delay"
        y = "wall-time"
        by = ["crawl.kind"]
        """;
    assertThat(mistakes(several))
        .containsExactly(
            "x.toml:14:1: plot.by: found a point for variants that differ in link.rate (expected:"
                + " these keys too, so that each point has one variant)");
    // If there are two links, each has one delay and one rate.
    assertThat(
            mistakes(
                several
                    + """
                    [[without]]
                    link.delay = "0 ms"
                    link.rate = "1 Mbit/s"
                    [[without]]
                    link.delay = "10 ms"
                    link.rate = "unlimited"
                    """))
        .isEmpty();
  }

  @Test
  void memoryOfIdleHostsNeedsRounds() throws IOException {
    assertThat(mistakes(MEMORY))
        .containsExactly(
            "x.toml:12:1: plot.y: found \"idle-memory\" without crawl.rounds (expected:"
                + " crawl.rounds of a mobile crawl, since hosts are measured after the last round)",
            "x.toml:15:1: target.measure: found \"idle-memory\" without crawl.rounds (expected:"
                + " crawl.rounds of a mobile crawl, since hosts are measured after the last"
                + " round)");
    assertThat(mistakes(MEMORY.replace("kind = \"mobile\"", "kind = \"mobile\"\nrounds = 2")))
        .isEmpty();
  }

  @Test
  void aCrawlOverHttpHasNoIdleHosts() throws IOException {
    assertThat(mistakes(MEMORY.replace("kind = \"mobile\"", "kind = \"classic\"\nrounds = 2")))
        .hasSize(2);
  }

  @Test
  void resultsThatHaveSuchAPlotCanStillBeReported() throws IOException {
    var file = Files.writeString(temp.resolve("x.toml"), MEMORY);

    assertThat(ExperimentReader.readCopy(file)).isInstanceOf(ExperimentReading.Valid.class);
  }

  private List<String> mistakes(String toml) throws IOException {
    return switch (ExperimentReader.read(Files.writeString(temp.resolve("x.toml"), toml))) {
      case ExperimentReading.Valid _ -> List.of();
      case ExperimentReading.Invalid(var errors) ->
          errors.stream().map(error -> error.toString().replace(temp + "/", "")).toList();
    };
  }
}
