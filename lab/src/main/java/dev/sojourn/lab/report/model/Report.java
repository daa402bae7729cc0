package dev.sojourn.lab.report.model;

import static java.util.Comparator.comparingInt;

import dev.sojourn.lab.experiment.Experiment;
import dev.sojourn.lab.result.Machine;
import dev.sojourn.lab.result.RunOutcome;
import dev.sojourn.lab.result.RunResult;
import java.util.List;

/// The content of a report about an experiment.
///
/// @param experiment as described in its file
/// @param machines the machine of the first session, and those of later sessions that differ from
///   it
/// @param runs all runs, by variant and repetition
/// @param charts of the runs with outcome `done`; none for a measure that no such run has
/// @param links the links of all runs that did not fail
/// @param targets the targets of the experiment, with the figures of the runs with outcome `done`
public record Report(
    Experiment experiment,
    List<Machine> machines,
    List<RunResult> runs,
    List<Chart> charts,
    List<LinkUse> links,
    List<TargetResult> targets) {

  /// Copies the lists.
  public Report {
    machines = List.copyOf(machines);
    runs = List.copyOf(runs);
    charts = List.copyOf(charts);
    links = List.copyOf(links);
    targets = List.copyOf(targets);
  }

  /// Makes a report from results. Charts count only runs with outcome `done`. Other crawls missed
  /// pages, or read them in another way, so they do not show the cost of the whole.
  ///
  /// @param experiment as described in its file
  /// @param machines the machines of the sessions; that of the first session comes first
  /// @param results in any order
  /// @return the report
  public static Report of(Experiment experiment, List<Machine> machines, List<RunResult> results) {
    var runs =
        results.stream()
            .sorted(comparingInt(RunResult::variant).thenComparingInt(RunResult::repetition))
            .toList();
    var done = runs.stream().filter(run -> run.outcome() == RunOutcome.DONE).toList();
    var charts =
        done.isEmpty()
            ? List.<Chart>of()
            : ReportPlots.of(experiment.plots(), done).stream()
                .map(plot -> ChartBuilder.of(plot, done))
                .filter(chart -> !chart.series().isEmpty())
                .toList();
    var used = runs.stream().filter(run -> run.outcome() != RunOutcome.FAILED).toList();
    var targets =
        experiment.targets().stream().map(target -> TargetResult.of(target, done)).toList();
    return new Report(experiment, machines, runs, charts, LinkUse.of(used), targets);
  }

  /// {@return the machine of the first session}
  public Machine machine() {
    return machines.getFirst();
  }

  /// {@return how many runs had an outcome}
  ///
  /// @param outcome any outcome
  public long count(RunOutcome outcome) {
    return runs.stream().filter(run -> run.outcome() == outcome).count();
  }

  /// {@return the runs that are not in charts, by variant and repetition}
  public List<RunResult> notDone() {
    return runs.stream().filter(run -> run.outcome() != RunOutcome.DONE).toList();
  }
}
