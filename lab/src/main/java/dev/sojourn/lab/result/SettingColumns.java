package dev.sojourn.lab.result;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The settings of runs as columns of a table: first the varied settings, then the constants.
///
/// @param units of the columns by their keys, in order
/// @param constants the constant settings of a run, by its varied settings
record SettingColumns(Map<String, String> units, Map<List<Setting>, List<Setting>> constants) {
  /// The form that statistics programs read.
  private static final String NO_LIMIT = "Infinity";

  static SettingColumns of(List<RunResult> runs, Map<List<Setting>, List<Setting>> constants) {
    var units = new LinkedHashMap<String, String>();
    Stream.concat(
            runs.stream().flatMap(run -> run.settings().stream()),
            runs.stream()
                .flatMap(run -> constants.getOrDefault(run.settings(), List.of()).stream()))
        .forEach(setting -> units.merge(setting.key(), setting.unit(), (one, _) -> one));
    return new SettingColumns(units, constants);
  }

  /// {@return the headings, for example `link.delay (ms)`}
  List<String> heads() {
    var heads = new ArrayList<String>();
    units.forEach((key, unit) -> heads.add(head(key, unit)));
    return heads;
  }

  /// {@return a heading, with its unit unless it is a count}
  static String head(String name, String unit) {
    return unit.isEmpty() || unit.equals("1") || unit.equals(name)
        ? name
        : "%s (%s)".formatted(name, unit);
  }

  /// {@return the cells of a run; a cell is empty if its setting does not apply}
  List<String> cells(RunResult run) {
    var all = new ArrayList<>(run.settings());
    all.addAll(constants.getOrDefault(run.settings(), List.of()));
    return units.keySet().stream()
        .map(
            key ->
                all.stream()
                    .filter(setting -> setting.key().equals(key))
                    .map(SettingColumns::cell)
                    .findFirst()
                    .orElse(""))
        .toList();
  }

  private static String cell(Setting setting) {
    if (setting.isWord()) {
      return setting.text();
    }
    return setting.unit().equals("bit/s") && setting.number() == 0
        ? NO_LIMIT
        : BigDecimal.valueOf(setting.number()).stripTrailingZeros().toPlainString();
  }
}
