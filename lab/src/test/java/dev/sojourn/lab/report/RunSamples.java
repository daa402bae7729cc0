package dev.sojourn.lab.report;

import dev.sojourn.lab.experiment.Experiment;
import dev.sojourn.lab.experiment.Plot;
import dev.sojourn.lab.report.model.Report;
import dev.sojourn.lab.result.CrawlResult;
import dev.sojourn.lab.result.Machine;
import dev.sojourn.lab.result.MachineUse;
import dev.sojourn.lab.result.ProcessResult;
import dev.sojourn.lab.result.RoundResult;
import dev.sojourn.lab.result.RunOutcome;
import dev.sojourn.lab.result.RunResult;
import dev.sojourn.lab.result.ServerResult;
import dev.sojourn.lab.result.Setting;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Runs for tests that need only their settings and wall-clock time.
public final class RunSamples {
  /// A hostile name.
  public static final String HOSTILE =
      "</title></svg><script>alert(1)</script>\"' onload=\"x\" &"
          + " \u202e\u0001\ud800|`*[a](http://b)";

  private RunSamples() {}

  /// {@return a run that was done}
  ///
  /// @param variant its number
  /// @param seconds wall-clock time
  /// @param settings those that vary
  public static RunResult done(int variant, double seconds, Setting... settings) {
    return run(variant, RunOutcome.DONE, "", seconds, settings);
  }

  /// {@return a run}
  ///
  /// @param variant its number
  /// @param outcome how it ended
  /// @param reason why
  /// @param seconds wall-clock time
  /// @param settings those that vary
  public static RunResult run(
      int variant, RunOutcome outcome, String reason, double seconds, Setting... settings) {
    return new RunResult(
        variant,
        variant,
        1,
        List.of(settings),
        1,
        "2026-01-05T09:00:00Z",
        outcome,
        reason,
        seconds,
        new CrawlResult(seconds, 100, 100, 0, 0, 0),
        ServerResult.NONE,
        List.of(),
        List.of(new ProcessResult("dispatcher", 1, 1 << 20)),
        MachineUse.UNKNOWN,
        List.of(),
        List.of(),
        List.of("sojourn crawl"));
  }

  /// {@return the same run with other processes and rounds}
  ///
  /// @param run the run
  /// @param process the only one that crawled
  /// @param rounds each crawl
  public static RunResult with(RunResult run, ProcessResult process, RoundResult... rounds) {
    return new RunResult(
        run.run(),
        run.variant(),
        run.repetition(),
        run.settings(),
        run.seed(),
        run.started(),
        run.outcome(),
        run.reason(),
        run.wallSeconds(),
        run.crawl(),
        run.server(),
        run.links(),
        List.of(process),
        run.machine(),
        List.of(rounds),
        run.faults(),
        run.commands());
  }

  /// {@return a delay of the link}
  ///
  /// @param millis the number
  public static Setting delay(int millis) {
    return new Setting("link.delay", millis + " ms", millis, "ms");
  }

  /// {@return a rate of the link}
  ///
  /// @param text as it is written
  /// @param number of bits a second; 0 is no limit
  public static Setting rate(String text, double number) {
    return new Setting("link.rate", text, number, "bit/s");
  }

  /// {@return a number of hosts}
  ///
  /// @param count the number
  public static Setting hosts(int count) {
    return new Setting("hosts.count", Integer.toString(count), count, "1");
  }

  /// {@return a kind of crawl}
  ///
  /// @param word the kind
  public static Setting kind(String word) {
    return new Setting("crawl.kind", word, 0, "");
  }

  /// {@return a report of runs}
  ///
  /// @param name of the experiment
  /// @param plots that it asks for
  /// @param runs in any order
  public static Report report(String name, List<Plot> plots, List<RunResult> runs) {
    var experiment =
        new Experiment(
            name,
            "Question?",
            "Found.",
            1,
            1,
            Duration.ofMinutes(1),
            List.of(),
            Map.of(),
            plots,
            List.of());
    var machine =
        new Machine(
            "2026-01-05T09:00:00Z",
            "lab run",
            "0.1.0",
            "",
            false,
            "25",
            "Linux",
            "",
            2,
            0,
            -1,
            "",
            "",
            List.of(),
            List.of());
    return Report.of(experiment, List.of(machine), runs);
  }
}
