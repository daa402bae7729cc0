package dev.sojourn.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The experiments that come with the project.
final class ShippedExperimentsTest {
  private static final Path EXPERIMENTS = Path.of("../experiments");

  @Test
  void eachIsValidAndHasTheNameOfItsFile() throws IOException {
    try (var files = Files.newDirectoryStream(EXPERIMENTS, "*.toml")) {
      for (var file : files) {
        var reading = ExperimentReader.read(file);
        assertThat(reading).as("%s: %s", file, reading).isInstanceOf(ExperimentReading.Valid.class);
        if (reading instanceof ExperimentReading.Valid(var experiment)) {
          assertThat(experiment.name() + ".toml").isEqualTo(file.getFileName().toString());
          assertThat(experiment.question()).endsWith("?");
        }
      }
    }
    assertThat(EXPERIMENTS.resolve("quick.toml")).exists();
  }
}
