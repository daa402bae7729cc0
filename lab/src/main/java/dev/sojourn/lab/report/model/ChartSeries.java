package dev.sojourn.lab.report.model;

import java.util.List;

/// One line of a chart: the runs that share certain settings.
///
/// @param label these settings in a few words; empty if a chart has only one series
/// @param settings the same settings as texts, one for each of [Chart#by]; a text is empty if its
///   setting does not apply to these runs
/// @param points in the order of the axis; those without a place come last
public record ChartSeries(String label, List<String> settings, List<ChartPoint> points) {
  /// Copies the lists.
  public ChartSeries {
    settings = List.copyOf(settings);
    points = List.copyOf(points);
  }
}
