package dev.sojourn.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The sentences about single mistakes: each is told once, with what is wrong and what is expected.
final class ExperimentMistakesTest {
  private static final String SHORTEST =
      """
      name = "short"
      question = "Does it run?"
      [site]
      kind = "generated"
      [crawl]
      kind = "mobile"
      """;

  @TempDir private Path temp;

  @Test
  void aRateOfNothingIsNoRate() throws IOException {
    var rates =
        SHORTEST.replace(
            "[crawl]",
            "[link]\nrate = [\"0 bit/s\", \"unlimited\", \"0 Gbit/s\", \"8 kbit/s\"]\n[crawl]");
    var expected =
        "link.rate: found \"%s\" (expected: a rate from \"8 kbit/s\" to \"10 Gbit/s\", or"
            + " \"unlimited\")";

    assertThat(mistakes(rates))
        .containsExactly(
            "x.toml:6:9: " + expected.formatted("0 bit/s"),
            "x.toml:6:33: " + expected.formatted("0 Gbit/s"));
  }

  private List<String> mistakes(String toml) throws IOException {
    return switch (ExperimentReader.read(Files.writeString(temp.resolve("x.toml"), toml))) {
      case ExperimentReading.Valid _ -> List.of();
      case ExperimentReading.Invalid(var errors) ->
          errors.stream().map(error -> error.toString().replace(temp + "/", "")).toList();
    };
  }
}
