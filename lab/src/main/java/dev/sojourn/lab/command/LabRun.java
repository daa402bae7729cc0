package dev.sojourn.lab.command;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.Interruption;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.Messages;
import dev.sojourn.lab.experiment.Experiment;
import dev.sojourn.lab.experiment.ExperimentReading;
import dev.sojourn.lab.result.ResultsDirectory;
import dev.sojourn.lab.result.RunOutcome;
import dev.sojourn.lab.result.RunResult;
import dev.sojourn.lab.run.ExperimentRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `lab run`: runs an experiment, and writes its results.
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = {
      "Run an experiment, and write its results.",
      "",
      "Starts web servers, host daemons and crawls as processes of this machine, with an emulated"
          + " link between. Ctrl-C ends all of them and keeps the results so far; --resume goes on."
    },
    footer = {
      "",
      "Exit code 0 if all runs were done, 6 if some were, 1 if none was.",
      "",
      "Example:",
      "  ${COMMAND-FULL-NAME} experiments/quick.toml --out quick"
    })
final class LabRun implements Callable<Integer> {
  private static final Duration TIME_TO_STOP = Duration.ofSeconds(20);

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private JsonOption json = new JsonOption();

  @Parameters(paramLabel = "FILE", description = "The experiment, a TOML file (docs/lab.md).")
  private Path file = Path.of("");

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      required = true,
      description = "Where the results go; a directory that has none yet, but for --resume.")
  private Path out = Path.of("");

  @Option(names = "--resume", description = "Go on with results that were begun there.")
  private boolean isResumed;

  @Option(names = "--failed", description = "With --resume: make runs that failed again, too.")
  private boolean makesFailedAgain;

  @Option(names = "--keep", description = "Keep the sites and the logs of all runs.")
  private boolean keepsAll;

  @Override
  public Integer call() throws IOException, InterruptedException {
    var experiment =
        switch (ExperimentFile.read(file)) {
          case ExperimentReading.Valid(var valid) -> valid;
          case ExperimentReading.Invalid(var errors) ->
              throw new CommandException(
                  ExitCode.USAGE, errors.stream().map(Object::toString).toList());
        };
    requireFitting(Files.exists(new ResultsDirectory(out).runs()));
    try (var interruption = Interruption.ofThisThread(TIME_TO_STOP)) {
      var results = run(experiment);
      var code = exitCode(results);
      interruption.exitCode(code);
      finish(results);
      return code.code();
    }
  }

  private void requireFitting(boolean hasResults) {
    if (makesFailedAgain && !isResumed) {
      throw new CommandException(
          ExitCode.USAGE, "--failed makes runs of earlier results again; add --resume.");
    }
    if (hasResults && !isResumed) {
      throw new CommandException(
          ExitCode.USAGE,
          out
              + " has results already; go on with them by --resume, or name another directory with"
              + " --out.");
    }
    if (!hasResults && isResumed) {
      throw new CommandException(
          ExitCode.USAGE, out + " has no results to go on with; run without --resume.");
    }
  }

  private List<RunResult> run(Experiment experiment) throws IOException, InterruptedException {
    var progress = new RunProgress(spec.commandLine().getErr());
    var runner = new ExperimentRunner(experiment, out, keepsAll, progress, InstantSource.system());
    return isResumed
        ? runner.resume(
            file, command() + " --resume" + (makesFailedAgain ? " --failed" : ""), makesFailedAgain)
        : runner.run(Files.readString(file), command());
  }

  private String command() {
    return "sojourn lab run %s --out %s".formatted(Messages.typed(file), Messages.typed(out));
  }

  private static ExitCode exitCode(List<RunResult> results) {
    long done = count(results, RunOutcome.DONE);
    return done == results.size()
        ? ExitCode.DONE
        : done == 0 && count(results, RunOutcome.PARTIAL) == 0 ? ExitCode.FAILED : ExitCode.PARTIAL;
  }

  private static long count(List<RunResult> results, RunOutcome outcome) {
    return results.stream().filter(result -> result.outcome() == outcome).count();
  }

  private void finish(List<RunResult> results) {
    if (json.isGiven()) {
      var shown = new LinkedHashMap<String, Object>();
      shown.put("out", out.toString());
      shown.put("runs", results.size());
      shown.put("done", count(results, RunOutcome.DONE));
      shown.put("partial", count(results, RunOutcome.PARTIAL));
      shown.put("failed", count(results, RunOutcome.FAILED));
      JsonOption.print(spec.commandLine().getOut(), shown);
      return;
    }
    var err = spec.commandLine().getErr();
    err.printf(
        "%s: %d done, %d in part, %d failed. The results are in %s.%n",
        Messages.count(results.size(), "run"),
        count(results, RunOutcome.DONE),
        count(results, RunOutcome.PARTIAL),
        count(results, RunOutcome.FAILED),
        out);
    if (count(results, RunOutcome.FAILED) > 0) {
      err.printf(
          "When what made runs fail is repaired, make them again with: %s --resume --failed%n",
          command());
    }
    err.flush();
  }
}
