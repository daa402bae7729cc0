package dev.sojourn.lab.command;

import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.text.Messages;
import dev.sojourn.lab.experiment.Experiment;
import dev.sojourn.lab.experiment.ExperimentReading;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `lab check`: reads an experiment, reports every mistake, and starts nothing.
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = "Check an experiment file, and start nothing.",
    footer = {
      "",
      "Exit code 0 if the experiment is valid, 2 if it is not, or cannot be read.",
      "",
      "Example:",
      "  ${COMMAND-FULL-NAME} experiments/quick.toml"
    })
final class LabCheck implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private JsonOption json = new JsonOption();

  @Parameters(paramLabel = "FILE", description = "The experiment, a TOML file (docs/lab.md).")
  private Path file = Path.of("");

  @Override
  public Integer call() {
    return switch (ExperimentFile.read(file)) {
      case ExperimentReading.Valid(var experiment) -> {
        valid(experiment);
        yield ExitCode.DONE.code();
      }
      case ExperimentReading.Invalid(var errors) -> {
        if (json.isGiven()) {
          var shown = new LinkedHashMap<String, Object>();
          shown.put("file", file.toString());
          shown.put("errors", errors);
          JsonOption.print(spec.commandLine().getOut(), shown);
        } else {
          var err = spec.commandLine().getErr();
          errors.forEach(err::println);
          err.flush();
        }
        yield ExitCode.USAGE.code();
      }
    };
  }

  private void valid(Experiment experiment) {
    int variants = experiment.variants().size();
    int runs = variants * experiment.repetitions();
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      var shown = new LinkedHashMap<String, Object>();
      shown.put("file", file.toString());
      shown.put("errors", List.of());
      shown.put("name", experiment.name());
      shown.put("question", experiment.question());
      shown.put("variants", variants);
      shown.put("runs", runs);
      JsonOption.print(out, shown);
      return;
    }
    out.printf(
        "%s is valid. It asks: %s It has %s and %s.%n",
        file,
        experiment.question(),
        Messages.count(variants, "variant"),
        Messages.count(runs, "run"));
    out.flush();
  }
}
