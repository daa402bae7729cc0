package dev.sojourn.lab.report.model;

import static java.util.Comparator.comparingInt;

import dev.sojourn.lab.experiment.Experiment;
import dev.sojourn.lab.result.Machine;
import dev.sojourn.lab.result.RunOutcome;
import dev.sojourn.lab.result.RunResult;
import java.util.List;

/// All that a report says of an experiment.
///
/// @param experiment as it was described
/// @param machines on which it ran: that of the first session, and those of later ones that differ
/// @param runs all runs, by variant and repetition
/// @param charts of the runs that were done; none without such a run, and none of a measure that no
///   such run has
/// @param links the links of all runs that did not fail
/// @param targets of the experiment, beside the figures of the runs that were done
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

  /// Makes a report of results. Only runs that were done count in charts. A crawl that left pages
  /// out, or read them in another way, does not show the cost of the whole.
  ///
  /// @param experiment as it was described
  /// @param machines on which it ran, that of the first session first
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
  /// @param outcome any
  public long count(RunOutcome outcome) {
    return runs.stream().filter(run -> run.outcome() == outcome).count();
  }

  /// {@return the runs that no chart counts, by variant and repetition}
  public List<RunResult> notDone() {
    return runs.stream().filter(run -> run.outcome() != RunOutcome.DONE).toList();
  }
}
