package dev.sojourn.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.toml.TomlError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The experiments that come with the project.
final class ShippedExperimentsTest {
  private static final Path EXPERIMENTS = Path.of("../experiments");
  private static final List<String> INSTALLED = List.of("site.package", "crawler.command");

  @Test
  void eachIsValidAndHasTheNameOfItsFile() throws IOException {
    try (var all = Files.walk(EXPERIMENTS)) {
      for (var file : all.filter(path -> path.toString().endsWith(".toml")).toList()) {
        // A program that is not installed here is no fault of the file.
        if (ExperimentReader.read(file) instanceof ExperimentReading.Invalid(var errors)) {
          assertThat(errors).extracting(TomlError::key).isSubsetOf(INSTALLED);
        }
        var reading = ExperimentReader.readCopy(file);
        assertThat(reading).as("%s: %s", file, reading).isInstanceOf(ExperimentReading.Valid.class);
        if (reading instanceof ExperimentReading.Valid(var experiment)) {
          assertThat(experiment.name() + ".toml").isEqualTo(file.getFileName().toString());
          assertThat(experiment.question()).endsWith("?");
        }
      }
    }
    assertThat(EXPERIMENTS.resolve("quick.toml")).exists();
    assertThat(EXPERIMENTS.resolve("papers/relevance.toml")).exists();
  }
}
