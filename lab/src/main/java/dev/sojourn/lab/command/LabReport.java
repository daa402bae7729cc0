package dev.sojourn.lab.command;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.base.text.Messages;
import dev.sojourn.lab.experiment.ExperimentReader;
import dev.sojourn.lab.experiment.ExperimentReading;
import dev.sojourn.lab.report.ReportFiles;
import dev.sojourn.lab.report.model.Report;
import dev.sojourn.lab.result.ResultsDirectory;
import dev.sojourn.lab.result.RunOutcome;
import dev.sojourn.lab.run.CountedRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `lab report`: writes a report of results.
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = {
      "Make a page of results: DIR/report.html for a browser, DIR/report.md without pictures. For"
          + " papers, DIR/export has each chart as SVG, and each table as LaTeX.",
      "",
      "Files of an earlier report are overwritten."
    },
    footer = {
      "",
      "Exit code 0 if all files are written, 1 if a file cannot be written, 2 if no results can be"
          + " read.",
      "",
      "Example:",
      "  ${COMMAND-FULL-NAME} quick"
    })
final class LabReport implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private JsonOption json = new JsonOption();

  @Parameters(paramLabel = "DIR", description = "The results directory of a 'lab run'.")
  private Path directory = Path.of("");

  @Override
  public Integer call() throws IOException {
    var results = new ResultsDirectory(directory);
    if (!Files.exists(results.runs())) {
      throw new CommandException(
          ExitCode.USAGE,
          "%s has no results: there is no file %s. Run an experiment with 'lab run FILE --out %s'."
              .formatted(directory, results.runs(), Messages.typed(directory)));
    }
    var report = read(results);
    if (report.runs().isEmpty()) {
      throw new CommandException(
          ExitCode.USAGE,
          "No run has ended in %s; continue the experiment with 'lab run FILE --out %s --resume'."
              .formatted(directory, Messages.typed(directory)));
    }
    var files = ReportFiles.in(directory);
    files.write(report, results.experiment());
    finish(report, files);
    return ExitCode.DONE.code();
  }

  private Report read(ResultsDirectory results) {
    try {
      return switch (ExperimentReader.readCopy(results.experiment())) {
        case ExperimentReading.Valid(var experiment) -> {
          var counted = CountedRuns.read(results, experiment);
          var err = spec.commandLine().getErr();
          counted
              .warnings()
              .forEach(
                  warning ->
                      err.println(
                          "Warning: "
                              + ForeignText.of(warning).line(RunProgress.MAX_WARNING_CHARS)
                              + "."));
          err.flush();
          yield ReportFiles.read(results, experiment, counted);
        }
        case ExperimentReading.Invalid(var errors) ->
            throw new CommandException(
                ExitCode.USAGE, errors.stream().map(Object::toString).toList());
      };
    } catch (IOException e) {
      throw new CommandException(ExitCode.USAGE, CommandRun.sentence(e));
    }
  }

  private void finish(Report report, ReportFiles files) {
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      var shown = new LinkedHashMap<String, Object>();
      shown.put("html", files.html().toString());
      shown.put("markdown", files.markdown().toString());
      shown.put("export", files.export().toString());
      shown.put("runs", report.runs().size());
      shown.put("done", report.count(RunOutcome.DONE));
      shown.put("charts", report.charts().size());
      JsonOption.print(out, shown);
      return;
    }
    out.printf(
        "%s of %s: %s, and the same without pictures in %s. Charts and tables for papers: %s.%n",
        Messages.count(report.charts().size(), "chart"),
        Messages.count(report.runs().size(), "run"),
        files.html(),
        files.markdown(),
        files.export());
    out.flush();
  }
}
