package dev.sojourn.lab.report.model;

import java.util.List;

/// One line of a chart: the runs that have some settings in common.
///
/// @param label these settings in a few words; empty if a chart has one series only
/// @param settings the same settings as texts, one for each of [Chart#by]; empty if it means
///   nothing to these runs
/// @param points in the order of the axis, those without a place last
public record ChartSeries(String label, List<String> settings, List<ChartPoint> points) {
  /// Copies the lists.
  public ChartSeries {
    settings = List.copyOf(settings);
    points = List.copyOf(points);
  }
}
