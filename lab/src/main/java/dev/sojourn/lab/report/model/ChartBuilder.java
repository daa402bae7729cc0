package dev.sojourn.lab.report.model;

import dev.sojourn.lab.experiment.Plot;
import dev.sojourn.lab.result.RunResult;
import dev.sojourn.lab.result.Setting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Makes a chart from a plot and the runs.
final class ChartBuilder {
  private static final Comparator<Setting> BY_NUMBER =
      Comparator.comparingDouble(
          setting -> isNoLimit(setting) ? Double.POSITIVE_INFINITY : setting.number());

  private ChartBuilder() {}

  /// Makes a chart. The chart has no series if no run has its measure.
  ///
  /// @param plot the plot with the measure
  /// @param runs the runs with outcome `done`, in the order of their variants
  static Chart of(Plot plot, List<RunResult> runs) {
    var figures =
        new LinkedHashMap<List<Optional<Setting>>, Map<Optional<Setting>, List<Double>>>();
    for (var run : runs) {
      var settings = plot.by().stream().map(key -> setting(run, key)).toList();
      var points = figures.computeIfAbsent(settings, _ -> new LinkedHashMap<>());
      plot.y()
          .of(run)
          .ifPresent(
              figure ->
                  points
                      .computeIfAbsent(setting(run, plot.x()), _ -> new ArrayList<>())
                      .add(figure));
    }
    var places = places(plot.x(), runs);
    var series = new ArrayList<ChartSeries>();
    figures.forEach(
        (settings, points) ->
            series.add(
                new ChartSeries(
                    figures.size() == 1 ? "" : label(plot.by(), settings),
                    settings.stream()
                        .map(setting -> setting.map(Setting::text).orElse(""))
                        .toList(),
                    points(places, points))));
    series.removeIf(line -> line.points().isEmpty());
    return new Chart(plot.title(), plot.y(), plot.x(), places, plot.by(), series);
  }

  static Optional<Setting> setting(RunResult run, String key) {
    return run.settings().stream().filter(setting -> setting.key().equals(key)).findFirst();
  }

  static boolean isNoLimit(Setting setting) {
    return setting.unit().equals("bit/s") && setting.number() == 0;
  }

  private static List<Setting> places(String key, List<RunResult> runs) {
    var found = runs.stream().flatMap(run -> setting(run, key).stream()).distinct().toList();
    return found.stream().anyMatch(Setting::isWord)
        ? found
        : found.stream().sorted(BY_NUMBER).toList();
  }

  private static List<ChartPoint> points(
      List<Setting> places, Map<Optional<Setting>, List<Double>> figures) {
    var points = new ArrayList<ChartPoint>();
    for (var place : places) {
      var there = figures.get(Optional.of(place));
      if (there != null) {
        points.add(new ChartPoint(Optional.of(place), Spread.of(there)));
      }
    }
    var nowhere = figures.get(Optional.<Setting>empty());
    if (nowhere != null) {
      points.add(new ChartPoint(Optional.empty(), Spread.of(nowhere)));
    }
    return points;
  }

  /// A word needs no explanation; a number needs the name of its setting.
  private static String words(Setting setting) {
    return setting.isWord() ? setting.text() : shortKey(setting.key()) + " " + setting.text();
  }

  private static String label(List<String> by, List<Optional<Setting>> settings) {
    var words =
        settings.stream()
            .flatMap(Optional::stream)
            .map(ChartBuilder::words)
            .collect(Collectors.joining(", "));
    return words.isEmpty() ? "without " + String.join(", ", by) : words;
  }

  private static String shortKey(String key) {
    return key.substring(key.lastIndexOf('.') + 1);
  }
}
