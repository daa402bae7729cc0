package dev.sojourn.lab.report;

import dev.sojourn.lab.report.ReportBlock.Table;
import dev.sojourn.lab.report.ReportBlock.Table.Column;
import dev.sojourn.lab.report.model.Chart;
import dev.sojourn.lab.report.model.ChartPoint;
import dev.sojourn.lab.report.model.ChartSeries;
import dev.sojourn.lab.report.model.LinkUse;
import dev.sojourn.lab.report.model.Notation;
import dev.sojourn.lab.report.model.Spread;
import dev.sojourn.lab.result.RunResult;
import dev.sojourn.lab.result.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The tables of a report.
final class ReportTables {
  /// The heading of the column for intervals of medians.
  static final String INTERVAL = "95 % interval";

  private static final String NOTHING = "–";

  private ReportTables() {}

  /// The figures of a chart: a row for each point.
  static Table chart(Chart chart) {
    var notation = chart.notation();
    var columns = new ArrayList<Column>();
    chart.by().forEach(key -> columns.add(words(key)));
    if (!chart.x().isEmpty()) {
      columns.add(words(chart.x()));
    }
    columns.add(numbers(notation.head("median")));
    boolean hasIntervals = chart.hasIntervals();
    if (hasIntervals) {
      columns.add(numbers(notation.head(INTERVAL)));
    }
    for (var head : List.of("min", "max")) {
      columns.add(numbers(notation.head(head)));
    }
    columns.add(numbers("n"));
    var rows = new ArrayList<List<String>>();
    for (var series : chart.series()) {
      series.points().forEach(point -> rows.add(row(chart, series, point, notation, hasIntervals)));
    }
    return new Table(columns, rows);
  }

  private static List<String> row(
      Chart chart, ChartSeries series, ChartPoint point, Notation notation, boolean hasIntervals) {
    var row = new ArrayList<String>();
    series.settings().forEach(text -> row.add(text.isEmpty() ? NOTHING : text));
    if (!chart.x().isEmpty()) {
      row.add(point.place().map(Setting::text).orElse(NOTHING));
    }
    row.add(notation.number(point.spread().median()));
    if (hasIntervals) {
      row.add(interval(point.spread(), notation));
    }
    row.add(notation.number(point.spread().least()));
    row.add(notation.number(point.spread().largest()));
    row.add(Integer.toString(point.spread().count()));
    return row;
  }

  private static String interval(Spread spread, Notation notation) {
    return spread
        .interval()
        .map(of -> notation.number(of.low()) + " to " + notation.number(of.high()))
        .orElse(NOTHING);
  }

  /// The runs without usable figures, with their reasons.
  static Table notDone(List<RunResult> runs) {
    return new Table(
        List.of(numbers("run"), words("settings"), words("outcome"), words("reason")),
        runs.stream()
            .map(
                run ->
                    List.of(
                        Integer.toString(run.run()),
                        settings(run),
                        run.outcome().name().toLowerCase(Locale.ROOT),
                        run.reason()))
            .toList());
  }

  /// {@return the settings of a run, on one line}
  static String settings(RunResult run) {
    return run.settings().isEmpty()
        ? "no setting varies"
        : run.settings().stream()
            .map(setting -> setting.key() + " " + setting.text())
            .collect(Collectors.joining(", "));
  }

  /// The settings of the links, and their measured figures.
  static Table links(List<LinkUse> links) {
    boolean haveOutages = links.stream().anyMatch(link -> link.outageSeconds() > 0);
    var columns = new ArrayList<>(List.of(numbers("delay (ms)"), numbers("measured (ms)")));
    columns.addAll(List.of(numbers("new connection (ms)"), numbers("rate"), numbers("measured")));
    if (haveOutages) {
      columns.add(numbers("outages (s)"));
    }
    columns.addAll(List.of(numbers("late (ms)"), numbers("at most"), numbers("links")));
    var rows = new ArrayList<List<String>>();
    for (var link : links) {
      var rate = rate(link.measuredBitsPerSecond());
      var row = new ArrayList<String>();
      row.add(number(link.delayMillis()));
      row.add(spread(millis(link.measuredDelayMillis()), link.measuredDelayMillis()));
      row.add(spread(millis(link.measuredConnectMillis()), link.measuredConnectMillis()));
      row.add(
          link.bitsPerSecond() == 0
              ? "unlimited"
              : Notation.of("bit/s", List.of(link.bitsPerSecond())).text(link.bitsPerSecond()));
      row.add(spread(rate, link.measuredBitsPerSecond()) + " " + rate.unit());
      if (haveOutages) {
        row.add(number(link.outageSeconds()));
      }
      row.add(number(link.lateMeanMillis().median()));
      row.add(number(link.lateMaxMillis()));
      row.add(Integer.toString(link.measuredDelayMillis().count()));
      rows.add(row);
    }
    return new Table(columns, rows);
  }

  private static Notation millis(Spread spread) {
    return Notation.of("ms", List.of(spread.median()));
  }

  private static Notation rate(Spread spread) {
    return Notation.of("bit/s", List.of(spread.median()));
  }

  private static String number(double figure) {
    return Notation.of("1", List.of(figure)).number(figure);
  }

  private static String spread(Notation notation, Spread spread) {
    return "%s (%s–%s)"
        .formatted(
            notation.number(spread.median()),
            notation.number(spread.least()),
            notation.number(spread.largest()));
  }

  private static Column words(String head) {
    return new Column(head, false);
  }

  private static Column numbers(String head) {
    return new Column(head, true);
  }
}
