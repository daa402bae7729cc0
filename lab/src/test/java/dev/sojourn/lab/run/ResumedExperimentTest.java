package dev.sojourn.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.lab.experiment.Experiment;
import dev.sojourn.lab.experiment.ExperimentReader;
import dev.sojourn.lab.experiment.ExperimentReading;
import dev.sojourn.lab.experiment.Variant;
import dev.sojourn.lab.result.ResultsDirectory;
import dev.sojourn.lab.result.RunResult;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An experiment that goes on with complete results makes no run.
final class ResumedExperimentTest {
  @TempDir private Path temp;

  private final List<String> warnings = new ArrayList<>();
  private Path file = Path.of("");
  private ResultsDirectory results = new ResultsDirectory(Path.of(""));

  @BeforeEach
  void copySample() throws IOException, URISyntaxException {
    file = temp.resolve("given.toml");
    results = new ResultsDirectory(temp.resolve("out"));
    var sample =
        Path.of(ResultsDirectory.class.getResource("sample/runs.jsonl").toURI()).resolveSibling("");
    Files.createDirectory(temp.resolve("out"));
    for (var name : List.of("runs.jsonl", "machine.json", "experiment.toml")) {
      Files.copy(sample.resolve(name), temp.resolve("out").resolve(name));
    }
    Files.copy(results.experiment(), file);
  }

  private List<RunResult> resume() throws IOException {
    return new ExperimentRunner(
            experiment(), temp.resolve("out"), false, listener(), InstantSource.system())
        .resume(file, "lab run --resume", false)
        .runs();
  }

  private Experiment experiment() throws IOException {
    return switch (ExperimentReader.read(file)) {
      case ExperimentReading.Valid(var valid) -> valid;
      case ExperimentReading.Invalid(var errors) -> throw new AssertionError(errors);
    };
  }

  private RunListener listener() {
    return new RunListener() {
      @Override
      public void warned(String warning) {
        warnings.add(warning);
      }

      @Override
      public void begins(int number, int all, Variant variant) {
        throw new AssertionError("run " + number);
      }

      @Override
      public void ended(RunResult result) {
        throw new AssertionError(result);
      }
    };
  }

  private static void change(Path file, String old, String by) throws IOException {
    var text = Files.readString(file);
    assertThat(text).contains(old);
    Files.writeString(file, text.replace(old, by));
  }

  @Test
  void whatIsWrittenForReadersMayDiffer() throws IOException {
    change(results.experiment(), "found = \"", "found = \"Now we know: ");
    change(file, "title = \"Bytes", "title = \"All bytes");

    assertThat(resume()).isEqualTo(results.readRuns()).hasSize(8);

    assertThat(warnings).isEmpty();
    assertThat(results.experiment()).content().contains("Now we know");
  }

  @Test
  void resultsOfAnotherExperimentAreNotGoneOnWith() throws IOException {
    for (var change :
        List.of(
            List.of("seed = 1", "seed = 2"),
            List.of("repetitions = 2", "repetitions = 3"),
            List.of("pages = 500", "pages = 501"),
            List.of("name = ", "time-limit = \"9 min\"\nname = "))) {
      Files.copy(results.experiment(), file, StandardCopyOption.REPLACE_EXISTING);
      change(file, change.getFirst(), change.getLast());

      assertThatExceptionOfType(CommandException.class)
          .isThrownBy(this::resume)
          .withMessageContaining("another experiment file");
    }
  }

  @Test
  void aMistakeInTheCopyIsNoOtherExperiment() throws IOException {
    change(results.experiment(), "found = \"", "found = \"\"");

    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(this::resume)
        .withMessageContaining(results.experiment() + " has mistakes")
        .withMessageContaining("lab check");
  }

  /// One run is left; the listener ends the session before it.
  @Test
  void aSessionUnderOtherConditionsIsReportedAndNoted() throws IOException {
    var lines = Files.readAllLines(results.runs());
    Files.write(results.runs(), lines.subList(0, 7));
    change(results.machine(), "25.0.1 Debian", "17 Other");

    assertThatThrownBy(this::resume)
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("run ");

    assertThat(warnings)
        .singleElement()
        .asString()
        .startsWith("this session differs from " + results.machine() + ": ")
        .contains("Java " + Runtime.version(), "(before: 17 Other)");
    var machines = results.readMachines();
    assertThat(machines).hasSize(2);
    assertThat(machines.getLast().command()).isEqualTo("lab run --resume");
    assertThat(machines.getLast().java()).startsWith(Runtime.version().toString());
  }

  @Test
  void theOptionsOfJavaAreThoseOfTheEnvironment() {
    assertThat(ThisMachine.javaOptions(Map.of("PATH", "/bin", "JAVA_TOOL_OPTIONS", " "))).isEmpty();
    assertThat(
            ThisMachine.javaOptions(
                Map.of("JAVA_TOOL_OPTIONS", "-Xmx1g", "SOJOURN_JAVA_OPTIONS", "-Xint -Da=b")))
        .isEqualTo("SOJOURN_JAVA_OPTIONS='-Xint -Da=b' JAVA_TOOL_OPTIONS=-Xmx1g");
  }

  @Test
  void aLineThatIsThereTwiceCountsOnce() throws IOException {
    var lines = Files.readAllLines(results.runs());
    lines.add(lines.getFirst());
    Files.write(results.runs(), lines);

    assertThat(resume()).hasSize(8);

    assertThat(warnings).singleElement().asString().contains(":1 is not counted: line 9 has");
    assertThat(results.table()).content().hasLineCount(9);
  }
}
