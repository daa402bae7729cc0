package dev.sojourn.lab.command;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.Interruption;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.text.Messages;
import dev.sojourn.lab.experiment.Experiment;
import dev.sojourn.lab.experiment.ExperimentReading;
import dev.sojourn.lab.result.ResultsDirectory;
import dev.sojourn.lab.result.RunOutcome;
import dev.sojourn.lab.run.EndedRuns;
import dev.sojourn.lab.run.ExperimentRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
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
      "Exit code 0 if all runs were done, 6 if some were, or were done in part. It is 1 if none"
          + " was, or the results cannot be read or written. Ctrl-C has the same codes. It is 2 if"
          + " the experiment has mistakes, or does not fit the directory or the options.",
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
  public Integer call() throws IOException {
    var experiment =
        switch (ExperimentFile.read(file)) {
          case ExperimentReading.Valid(var valid) -> valid;
          case ExperimentReading.Invalid(var errors) ->
              throw new CommandException(
                  ExitCode.USAGE, errors.stream().map(Object::toString).toList());
        };
    requireFitting(Files.exists(new ResultsDirectory(out).runs()));
    try (var interruption = Interruption.ofThisThread(TIME_TO_STOP)) {
      var ended = run(experiment);
      var code = exitCode(ended);
      interruption.exitCode(code);
      finish(ended);
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

  private EndedRuns run(Experiment experiment) throws IOException {
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

  private static ExitCode exitCode(EndedRuns ended) {
    long done = ended.count(RunOutcome.DONE);
    return done == ended.planned()
        ? ExitCode.DONE
        : done == 0 && ended.count(RunOutcome.PARTIAL) == 0 ? ExitCode.FAILED : ExitCode.PARTIAL;
  }

  private void finish(EndedRuns ended) {
    var err = spec.commandLine().getErr();
    if (!ended.isWhole()) {
      err.println(interrupted(ended));
      err.flush();
    }
    if (json.isGiven()) {
      var shown = new LinkedHashMap<String, Object>();
      shown.put("out", out.toString());
      shown.put("planned", ended.planned());
      shown.put("runs", ended.runs().size());
      shown.put("done", ended.count(RunOutcome.DONE));
      shown.put("partial", ended.count(RunOutcome.PARTIAL));
      shown.put("failed", ended.count(RunOutcome.FAILED));
      JsonOption.print(spec.commandLine().getOut(), shown);
    } else if (ended.isWhole()) {
      err.printf(
          "%s: %d done, %d in part, %d failed. The results are in %s.%n",
          Messages.count(ended.runs().size(), "run"),
          ended.count(RunOutcome.DONE),
          ended.count(RunOutcome.PARTIAL),
          ended.count(RunOutcome.FAILED),
          out);
      if (ended.count(RunOutcome.FAILED) > 0) {
        err.printf(
            "When what made runs fail is repaired, make them again with: %s --resume --failed%n",
            command());
      }
      err.flush();
    }
  }

  private String interrupted(EndedRuns ended) {
    return Files.exists(new ResultsDirectory(out).runs())
        ? "Interrupted: %d of %s ended and are kept in %s. Go on with: %s --resume"
            .formatted(ended.runs().size(), Messages.count(ended.planned(), "run"), out, command())
        : "Interrupted before the first run; nothing is kept. Begin again with: " + command();
  }
}
