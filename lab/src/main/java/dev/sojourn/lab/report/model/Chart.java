package dev.sojourn.lab.report.model;

import dev.sojourn.lab.result.Measure;
import dev.sojourn.lab.result.Setting;
import java.util.List;

/// One measure against one setting.
///
/// @param title of the chart
/// @param measure on the vertical axis
/// @param x key of the setting on the horizontal axis; empty if no setting varies
/// @param places the settings on that axis, in order: numbers ascending, then no limit; words as in
///   the experiment file
/// @param by keys of the settings whose values form separate series
/// @param series in the order of the variants
public record Chart(
    String title,
    Measure measure,
    String x,
    List<Setting> places,
    List<String> by,
    List<ChartSeries> series) {
  /// Copies the lists.
  public Chart {
    places = List.copyOf(places);
    by = List.copyOf(by);
    series = List.copyOf(series);
  }

  /// {@return whether a point has enough runs for an interval of its median}
  public boolean hasIntervals() {
    return series.stream()
        .flatMap(line -> line.points().stream())
        .anyMatch(point -> point.spread().interval().isPresent());
  }

  /// {@return the notation of the figures in this chart}
  public Notation notation() {
    return Notation.of(
        measure.unit(),
        series.stream()
            .flatMap(line -> line.points().stream())
            .map(ChartPoint::spread)
            .flatMap(spread -> List.of(spread.least(), spread.median(), spread.largest()).stream())
            .toList());
  }
}
