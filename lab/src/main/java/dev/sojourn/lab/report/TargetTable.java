package dev.sojourn.lab.report;

import dev.sojourn.lab.experiment.Target;
import dev.sojourn.lab.report.ReportBlock.Table;
import dev.sojourn.lab.report.ReportBlock.Table.Column;
import dev.sojourn.lab.report.model.Notation;
import dev.sojourn.lab.report.model.TargetResult;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The table of the targets, with wanted and measured figures.
final class TargetTable {
  private static final String NOTHING = "–";

  private TargetTable() {}

  static Table of(List<TargetResult> results) {
    return new Table(
        List.of(
            new Column("target", false),
            new Column("figure", false),
            new Column("wanted", true),
            new Column("measured", true),
            new Column(ReportTables.INTERVAL, true),
            new Column("n", true),
            // Right-aligned like numbers, so that it stays on one line.
            new Column("", true)),
        results.stream().map(TargetTable::row).toList());
  }

  private static List<String> row(TargetResult result) {
    var target = result.target();
    return List.of(
        target.text(),
        target.measure().word() + " of " + variant(target),
        (target.bound() == Target.Bound.AT_MOST ? "≤ " : "≥ ") + text(target, target.value()),
        result.measured().isPresent() ? text(target, result.measured().getAsDouble()) : NOTHING,
        interval(result),
        Integer.toString(result.runs()),
        result.measured().isEmpty() ? "not measured" : result.isMet() ? "met" : "missed");
  }

  private static String variant(Target target) {
    var own = words(target.where());
    if (!target.isRatio()) {
      return own;
    }
    var other = target.divisor() == target.measure() ? "" : target.divisor().word() + " of ";
    return own + ", against " + other + words(target.against());
  }

  private static String words(Map<String, String> settings) {
    return settings.isEmpty()
        ? "the only one"
        : settings.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(setting -> setting.getKey() + " " + setting.getValue())
            .collect(Collectors.joining(", "));
  }

  private static String interval(TargetResult result) {
    if (result.interval().isEmpty()) {
      return NOTHING;
    }
    double low = result.interval().get().low();
    double high = result.interval().get().high();
    var notation = Notation.of(unit(result.target()), List.of(low, high));
    return notation.number(low) + " to " + notation.text(high);
  }

  private static String text(Target target, double figure) {
    return Notation.of(unit(target), List.of(figure)).text(figure);
  }

  private static String unit(Target target) {
    return target.isRatio() ? "1" : target.measure().unit();
  }
}
