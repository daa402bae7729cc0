package dev.sojourn.lab.report;

import dev.sojourn.base.text.Messages;
import dev.sojourn.lab.experiment.Variant;
import dev.sojourn.lab.report.ReportBlock.Table;
import dev.sojourn.lab.report.ReportBlock.Table.Column;
import dev.sojourn.lab.report.model.Notation;
import dev.sojourn.lab.report.model.Report;
import dev.sojourn.lab.report.model.Spread;
import dev.sojourn.lab.result.Machine;
import dev.sojourn.lab.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The table of the method: machine, programs, settings and order of the runs. Unknown facts have
/// no row.
final class MethodTable {
  private static final double MILLIS = 1_000;

  private MethodTable() {}

  static Table of(Report report) {
    var rows = new ArrayList<List<String>>();
    var machine = report.machine();
    addPrograms(rows, machine);
    addCrawlers(rows, report);
    addMachine(rows, machine);
    var experiment = report.experiment();
    rows.add(List.of("speed", speed(report.runs())));
    rows.add(
        List.of(
            "repetitions",
            "%s of each variant, in turns"
                .formatted(Messages.count(experiment.repetitions(), "run"))));
    rows.add(List.of("time limit", experiment.timeLimit().toSeconds() + " s for each run"));
    var settings = machine.settings().stream().map(of -> of.key() + " " + of.text());
    rows.add(List.of("settings", settings.collect(Collectors.joining(", "))));
    var seeds = report.runs().stream().map(run -> Long.toString(run.seed())).distinct();
    rows.add(List.of("seeds", seeds.collect(Collectors.joining(", "))));
    for (var later : report.machines().subList(1, report.machines().size())) {
      var differences = String.join(", ", later.differences(machine));
      rows.add(List.of("went on " + later.started(), differences));
    }
    rows.removeIf(row -> row.getLast().isEmpty());
    return new Table(List.of(new Column("item", false), new Column("value", false)), rows);
  }

  private static void addPrograms(List<List<String>> rows, Machine machine) {
    rows.add(List.of("command", machine.command()));
    rows.add(List.of("Sojourn", machine.sojourn()));
    rows.add(List.of("sources", machine.sources()));
    rows.add(List.of("Java", machine.java()));
    rows.add(List.of("Java options", machine.javaOptions()));
  }

  /// The other crawlers: the version, the command line and the numbers of connections of each.
  private static void addCrawlers(List<List<String>> rows, Report report) {
    for (var crawler : report.machine().crawlers()) {
      var name = crawler.name();
      rows.add(
          List.of(name, crawler.version().isEmpty() ? "version not known" : crawler.version()));
      rows.add(List.of(name + ", command", crawler.command()));
      var connections =
          report.experiment().variants().stream()
              .map(Variant::crawl)
              .filter(crawl -> crawl.peer().filter(peer -> peer.name().equals(name)).isPresent())
              .filter(_ -> crawler.command().contains("{connections}"))
              .map(crawl -> Integer.toString(crawl.connections()))
              .distinct();
      rows.add(List.of(name + ", connections", connections.collect(Collectors.joining(", "))));
    }
  }

  private static void addMachine(List<List<String>> rows, Machine machine) {
    double bytes = (double) machine.memoryBytes();
    rows.add(List.of("system", machine.system()));
    rows.add(
        List.of(
            "processors",
            machine.processors()
                + (machine.processor().isEmpty() ? "" : ", " + machine.processor())));
    rows.add(List.of("memory", bytes == 0 ? "" : Notation.of("B", List.of(bytes)).text(bytes)));
    rows.add(
        List.of(
            "load before",
            machine.loadBefore() < 0
                ? ""
                : String.format(Locale.ROOT, "%.1f", machine.loadBefore())));
  }

  /// The spread of the calibration times of the runs; empty if no run has one.
  private static String speed(List<RunResult> runs) {
    var tasks =
        runs.stream()
            .map(run -> run.machine().calibrationSeconds() * MILLIS)
            .filter(millis -> millis > 0)
            .toList();
    if (tasks.isEmpty()) {
      return "";
    }
    var spread = Spread.of(tasks);
    return String.format(
        Locale.ROOT,
        "SHA-256 of 32 MiB before each run: median %.0f ms of processor time (%.0f–%.0f)",
        spread.median(),
        spread.least(),
        spread.largest());
  }
}
