package dev.sojourn.lab.result;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/// The runs as a table of comma-separated values, RFC 4180: one row a run, a column for each
/// setting that varies and for each measure. A cell is empty where nothing was measured.
final class RunTable {
  private static final int DIGITS = 6;

  private RunTable() {}

  static String csv(List<RunResult> runs) {
    var keys = new LinkedHashSet<String>();
    runs.forEach(run -> run.settings().forEach(setting -> keys.add(setting.key())));
    var head = new ArrayList<>(List.of("run", "variant", "repetition", "seed", "started"));
    head.addAll(keys);
    head.addAll(List.of("outcome", "reason"));
    for (var measure : Measure.values()) {
      head.add(measure.word());
    }
    var text = new StringBuilder(line(head));
    runs.forEach(run -> text.append(line(cells(run, keys))));
    return text.toString();
  }

  private static List<String> cells(RunResult run, Set<String> keys) {
    var cells = new ArrayList<String>();
    cells.add(Integer.toString(run.run()));
    cells.add(Integer.toString(run.variant()));
    cells.add(Integer.toString(run.repetition()));
    cells.add(Long.toString(run.seed()));
    cells.add(run.started());
    for (var key : keys) {
      cells.add(
          run.settings().stream()
              .filter(setting -> setting.key().equals(key))
              .map(Setting::text)
              .findFirst()
              .orElse(""));
    }
    cells.add(run.outcome().name().toLowerCase(Locale.ROOT));
    cells.add(run.reason());
    for (var measure : Measure.values()) {
      cells.add(run.outcome() == RunOutcome.FAILED ? "" : number(measure.of(run)));
    }
    return cells;
  }

  private static String number(OptionalDouble value) {
    return value.isEmpty() ? "" : number(value.getAsDouble());
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
