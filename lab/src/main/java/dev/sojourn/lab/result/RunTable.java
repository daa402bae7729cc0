package dev.sojourn.lab.result;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/// Runs and their rounds as tables of comma-separated values (RFC 4180). The tables are tidy: a row
/// is one run or one round, and a column is one variable. Numbers have no units: the units are in
/// the headings. A cell is empty if a figure was not measured, or a setting does not apply to a
/// run.
final class RunTable {
  private static final int DIGITS = 6;

  private RunTable() {}

  static String runs(List<RunResult> runs, SettingColumns settings) {
    var head = new ArrayList<>(List.of("run", "variant", "repetition", "seed", "started"));
    head.addAll(settings.heads());
    head.addAll(List.of("outcome", "reason"));
    for (var measure : Measure.values()) {
      head.add(SettingColumns.head(measure.word(), measure.unit()));
    }
    head.addAll(
        List.of("others-cpu-time (s)", "stolen-time (s)", "load-before", "calibration-time (s)"));
    var text = new StringBuilder(line(head));
    runs.forEach(run -> text.append(line(cells(run, settings))));
    return text.toString();
  }

  private static List<String> cells(RunResult run, SettingColumns settings) {
    var cells = new ArrayList<>(numbers(run));
    cells.add(Long.toString(run.seed()));
    cells.add(run.started());
    cells.addAll(settings.cells(run));
    cells.add(run.outcome().name().toLowerCase(Locale.ROOT));
    cells.add(run.reason());
    boolean isMeasured = run.outcome() != RunOutcome.FAILED;
    for (var measure : Measure.values()) {
      var value = isMeasured ? measure.of(run) : OptionalDouble.empty();
      cells.add(value.isEmpty() ? "" : number(value.getAsDouble()));
    }
    var machine = run.machine();
    boolean isKnown = isMeasured && !machine.equals(MachineUse.UNKNOWN);
    cells.add(isKnown ? number(machine.othersCpuSeconds()) : "");
    cells.add(isKnown ? number(machine.stolenSeconds()) : "");
    cells.add(isKnown && machine.loadBefore() >= 0 ? number(machine.loadBefore()) : "");
    cells.add(
        isKnown && machine.calibrationSeconds() > 0 ? number(machine.calibrationSeconds()) : "");
    return cells;
  }

  private static List<String> numbers(RunResult run) {
    return List.of(
        Integer.toString(run.run()),
        Integer.toString(run.variant()),
        Integer.toString(run.repetition()));
  }

  static String rounds(List<RunResult> runs, SettingColumns settings) {
    var head = new ArrayList<>(List.of("run", "variant", "repetition"));
    head.addAll(settings.heads());
    head.addAll(
        List.of(
            "outcome",
            "round",
            "wall-time (s)",
            "pages",
            "host-memory (B)",
            "bytes (B)",
            "requests",
            "changed",
            "added",
            "gone",
            "site-cpu (s)",
            "crawler-cpu (s)"));
    var text = new StringBuilder(line(head));
    for (var run : runs) {
      for (int i = 0; i < run.rounds().size() && run.outcome() != RunOutcome.FAILED; i++) {
        var round = run.rounds().get(i);
        var cells = new ArrayList<>(numbers(run));
        cells.addAll(settings.cells(run));
        cells.add(run.outcome().name().toLowerCase(Locale.ROOT));
        cells.add(Integer.toString(i + 1));
        cells.add(number(round.wallSeconds()));
        cells.add(Long.toString(round.pages()));
        cells.add(round.hostMemoryBytes() == 0 ? "" : Long.toString(round.hostMemoryBytes()));
        cells.add(Long.toString(round.bytes()));
        cells.add(Long.toString(round.requests()));
        cells.add(Integer.toString(round.changes().changed()));
        cells.add(Integer.toString(round.changes().added()));
        cells.add(Integer.toString(round.changes().gone()));
        cells.add(number(round.siteCpuSeconds()));
        cells.add(number(round.crawlerCpuSeconds()));
        text.append(line(cells));
      }
    }
    return text.toString();
  }

  private static String number(double value) {
    return BigDecimal.valueOf(value)
        .setScale(DIGITS, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  private static String line(List<String> cells) {
    return cells.stream().map(RunTable::quoted).collect(Collectors.joining(",", "", "\r\n"));
  }

  private static String quoted(String cell) {
    return cell.matches("[^\",\r\n]*") ? cell : "\"" + cell.replace("\"", "\"\"") + "\"";
  }
}
